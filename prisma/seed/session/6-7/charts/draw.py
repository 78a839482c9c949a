"""Draws charts/revenue-by-line.png. Run from the working folder: python3 charts/draw.py"""
from PIL import Image, ImageDraw, ImageFont

# USD millions, from model/Q3-model.xlsx, sheet Revenue
QUARTERS = ["Q1", "Q2", "Q3", "Q4 forecast"]
LINES = {
    "Subscriptions": [41.2, 43.8, 46.1, 47.5],
    "Services": [9.7, 9.6, 9.6, 10.0],
    "Marketplace": [0.0, 0.3, 1.1, 1.6],
    "Hardware": [3.3, 3.1, 2.8, 2.7],
}
COLORS = ["#2F4ECC", "#15734B", "#B45309", "#6B4FBB"]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, SCALE = 1200, 640, 90, 540, 110, 70


def font(size, bold=False):
    return ImageFont.truetype(f"LiberationSans-{'Bold' if bold else 'Regular'}.ttf", size)


image = Image.new("RGB", (WIDTH, HEIGHT), "#FFFFFF")
draw = ImageDraw.Draw(image)
draw.text((LEFT - 50, 28), "Revenue by line, before intercompany", font=font(30, True), fill="#24324A")
draw.text((LEFT - 50, 68), "USD m, FY 2026", font=font(20), fill="#6B7280")


def height(value):
    return BOTTOM - round((BOTTOM - TOP) * value / SCALE)


for tick in range(0, SCALE + 1, 10):
    draw.line([(LEFT, height(tick)), (WIDTH - 40, height(tick))], fill="#E2E6EE" if tick else "#24324A", width=1 if tick else 2)
    draw.text((LEFT - 12, height(tick)), str(tick), font=font(18), fill="#6B7280", anchor="rm")

step = (WIDTH - 40 - LEFT) / len(QUARTERS)
for column, quarter in enumerate(QUARTERS):
    middle, base = round(LEFT + step * (column + 0.5)), 0.0
    for color, values in zip(COLORS, LINES.values()):
        value = values[column]
        box = [middle - 85, height(base + value), middle + 85, height(base)]
        draw.rectangle(box, fill=color)
        if box[3] - box[1] >= 17:
            draw.text((middle, (box[1] + box[3]) / 2), f"{value:.1f}", font=font(16), fill="#FFFFFF", anchor="mm")
        base += value
    draw.text((middle, height(base) - 10), f"{base:.1f}", font=font(20, True), fill="#24324A", anchor="mb")
    draw.text((middle, BOTTOM + 14), quarter, font=font(20), fill="#24324A", anchor="mt")

place = LEFT
for color, name in zip(COLORS, LINES):
    draw.rectangle([place, 596, place + 18, 614], fill=color)
    draw.text((place + 28, 605), name, font=font(18), fill="#24324A", anchor="lm")
    place += 60 + round(draw.textlength(name, font=font(18)))

image.save("charts/revenue-by-line.png", optimize=True)
print("charts/revenue-by-line.png", image.size)
