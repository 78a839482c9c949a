"""The logo, drawn; charts are drawn by the pack's own charts/draw.py and by the survey's notebook."""
from PIL import Image, ImageDraw, ImageFont


def logo(path):
    """A mark of three rising bars under a horizon, and the name; drawn four times as large and reduced."""
    image = Image.new("RGBA", (2560, 640), (255, 255, 255, 0))
    draw = ImageDraw.Draw(image)
    for left, top in ((120, 360), (260, 250), (400, 140)):
        draw.rounded_rectangle([left, top, left + 100, 500], 18, fill="#2F4ECC")
    draw.rounded_rectangle([100, 530, 520, 560], 15, fill="#15734B")
    draw.text((640, 330), "Northfield", font=ImageFont.truetype("LiberationSans-Bold.ttf", 320), fill="#24324A", anchor="lm")
    image = image.crop((100, 80, 2360, 600)).resize((904, 208), Image.LANCZOS)
    image.save(path, optimize=True)
