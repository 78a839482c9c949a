/**
 * Outlines of DrawingML's presets as SVG path data in a box of width × height, for those that decks use most; others are
 * drawn as their box. Adjustments are in 100,000ths of the shorter side where the preset says so (ECMA-376 part 1, annex
 * of presetShapeDefinitions).
 */
export interface Outline {
  readonly d: string;
  /** An open line: never filled. */
  readonly open?: true;
  /** Where an open line starts and ends, with the directions of its ends, for arrows. */
  readonly ends?: readonly [
    start: readonly [number, number],
    startAngle: number,
    end: readonly [number, number],
    endAngle: number,
  ];
}

export function shapeOutline(name: string, w: number, h: number, adjust: readonly number[] = []): Outline {
  const line = LINES[name];
  if (line !== undefined) return line(w, h, adjust);
  const side = Math.min(w, h);
  const share = (index: number, usual: number) => (adjust[index] ?? usual) / 100_000;
  const polygon = POLYGONS[name];
  if (polygon !== undefined) return { d: closed(polygon(w, h, share, side)) };
  switch (name) {
    case "ellipse":
    case "flowChartConnector":
    case "donut":
      return { d: ellipse(w, h) };
    case "roundRect":
    case "flowChartAlternateProcess":
      return { d: rounded(w, h, Math.min(0.5, share(0, 16_667)) * side) };
    case "flowChartTerminator":
      return { d: rounded(w, h, side / 2) };
    case "round2SameRect":
    case "round1Rect": {
      const r = Math.min(0.5, share(0, 16_667)) * side;
      const left = name === "round1Rect" ? "M0 0" : `M0 ${r}A${r} ${r} 0 0 1 ${r} 0`;
      return { d: `${left}L${w - r} 0A${r} ${r} 0 0 1 ${w} ${r}L${w} ${h}L0 ${h}Z` };
    }
    case "can":
    case "flowChartMagneticDisk": {
      const r = Math.min(h / 4, side * share(0, 25_000));
      return {
        d: `M0 ${r / 2}A${w / 2} ${r / 2} 0 0 1 ${w} ${r / 2}L${w} ${h - r / 2}A${w / 2} ${r / 2} 0 0 1 0 ${h - r / 2}Z`,
      };
    }
    default:
      return { d: `M0 0L${w} 0L${w} ${h}L0 ${h}Z` };
  }
}

type Point = readonly [number, number];
const closed = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
const ellipse = (w: number, h: number) =>
  `M0 ${h / 2}A${w / 2} ${h / 2} 0 0 1 ${w} ${h / 2}A${w / 2} ${h / 2} 0 0 1 0 ${h / 2}Z`;
const rounded = (w: number, h: number, r: number) =>
  `M${r} 0L${w - r} 0A${r} ${r} 0 0 1 ${w} ${r}L${w} ${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}L${r} ${h}A${r} ${r} 0 0 1 0 ${h - r}L0 ${r}A${r} ${r} 0 0 1 ${r} 0Z`;

type Share = (index: number, usual: number) => number;
type Polygon = (w: number, h: number, share: Share, side: number) => readonly Point[];

/** An arrow that points right, in a box; others are made by turning it. */
const arrow: Polygon = (w, h, share, side) => {
  const [half, head] = [(h / 2) * Math.min(1, share(0, 50_000)), Math.min(w, side * share(1, 50_000))];
  const neck = w - head;
  return [
    [0, h / 2 - half],
    [neck, h / 2 - half],
    [neck, 0],
    [w, h / 2],
    [neck, h],
    [neck, h / 2 + half],
    [0, h / 2 + half],
  ];
};
const turned =
  (polygon: Polygon): Polygon =>
  (w, h, share, side) =>
    polygon(h, w, share, side).map(([x, y]) => [y, x]);
const mirrored =
  (polygon: Polygon): Polygon =>
  (w, h, share, side) =>
    polygon(w, h, share, side).map(([x, y]) => [w - x, h - y]);
const pentagonArrow: Polygon = (w, h, share, side) => {
  const neck = w - Math.min(w, side * share(0, 50_000));
  return [
    [0, 0],
    [neck, 0],
    [w, h / 2],
    [neck, h],
    [0, h],
  ];
};
const chevron: Polygon = (w, h, share, side) => {
  const cut = Math.min(w, side * share(0, 50_000));
  return [
    [0, 0],
    [w - cut, 0],
    [w, h / 2],
    [w - cut, h],
    [0, h],
    [cut, h / 2],
  ];
};
const regular =
  (corners: number, inner = 1): Polygon =>
  (w, h) =>
    Array.from({ length: corners }, (_, n): Point => {
      const angle = (n / corners) * 2 * Math.PI - Math.PI / 2;
      const reach = n % 2 === 1 ? inner : 1;
      return [w / 2 + (w / 2) * reach * Math.cos(angle), h / 2 + (h / 2) * reach * Math.sin(angle)];
    });
const slanted =
  (left: number, right: number): Polygon =>
  (w, h, share, side) => {
    const cut = Math.min(w / 2, side * share(0, 25_000));
    return [
      [cut * left, 0],
      [w - cut * right, 0],
      [w, h],
      [0, h],
    ];
  };

const POLYGONS: Readonly<Record<string, Polygon>> = {
  triangle: (w, h, share) => [
    [w * share(0, 50_000), 0],
    [w, h],
    [0, h],
  ],
  rtTriangle: (w, h) => [
    [0, 0],
    [w, h],
    [0, h],
  ],
  diamond: regular(4),
  flowChartDecision: regular(4),
  pentagon: regular(5),
  hexagon: (w, h, share, side) => {
    const cut = Math.min(w / 2, side * share(0, 25_000));
    return [
      [cut, 0],
      [w - cut, 0],
      [w, h / 2],
      [w - cut, h],
      [cut, h],
      [0, h / 2],
    ];
  },
  octagon: (w, h, share, side) => {
    const cut = side * Math.min(0.5, share(0, 29_289));
    return [
      [cut, 0],
      [w - cut, 0],
      [w, cut],
      [w, h - cut],
      [w - cut, h],
      [cut, h],
      [0, h - cut],
      [0, cut],
    ];
  },
  parallelogram: (w, h, share, side) => {
    const cut = Math.min(w, side * share(0, 25_000));
    return [
      [cut, 0],
      [w, 0],
      [w - cut, h],
      [0, h],
    ];
  },
  trapezoid: slanted(1, 1),
  star4: regular(8, 0.38),
  star5: regular(10, 0.38),
  star6: regular(12, 0.58),
  star8: regular(16, 0.76),
  homePlate: pentagonArrow,
  chevron,
  rightArrow: arrow,
  leftArrow: mirrored(arrow),
  downArrow: turned(arrow),
  upArrow: mirrored(turned(arrow)),
  leftRightArrow: (w, h, share, side) => {
    const [half, head] = [(h / 2) * Math.min(1, share(0, 50_000)), Math.min(w / 2, side * share(1, 50_000))];
    return [
      [0, h / 2],
      [head, 0],
      [head, h / 2 - half],
      [w - head, h / 2 - half],
      [w - head, 0],
      [w, h / 2],
      [w - head, h],
      [w - head, h / 2 + half],
      [head, h / 2 + half],
      [head, h],
    ];
  },
  mathPlus: cross,
  plus: cross,
};

function cross(w: number, h: number, share: Share, side: number): readonly Point[] {
  const cut = side * Math.min(0.5, share(0, 25_000));
  return [
    [cut, 0],
    [w - cut, 0],
    [w - cut, cut],
    [w, cut],
    [w, h - cut],
    [w - cut, h - cut],
    [w - cut, h],
    [cut, h],
    [cut, h - cut],
    [0, h - cut],
    [0, cut],
    [cut, cut],
  ];
}

const straight = (w: number, h: number): Outline => {
  const angle = Math.atan2(h, w);
  return { d: `M0 0L${w} ${h}`, open: true, ends: [[0, 0], angle + Math.PI, [w, h], angle] };
};
const bent = (w: number, h: number, adjust: readonly number[]): Outline => {
  const middle = (w * (adjust[0] ?? 50_000)) / 100_000;
  return { d: `M0 0L${middle} 0L${middle} ${h}L${w} ${h}`, open: true, ends: [[0, 0], Math.PI, [w, h], 0] };
};
const LINES: Readonly<Record<string, (w: number, h: number, adjust: readonly number[]) => Outline>> = {
  line: straight,
  straightConnector1: straight,
  bentConnector2: (w, h) => ({
    d: `M0 0L${w} 0L${w} ${h}`,
    open: true,
    ends: [[0, 0], Math.PI, [w, h], Math.PI / 2],
  }),
  bentConnector3: bent,
  bentConnector4: bent,
  bentConnector5: bent,
  curvedConnector3: (w, h) => ({
    d: `M0 0C${w / 2} 0 ${w / 2} ${h} ${w} ${h}`,
    open: true,
    ends: [[0, 0], Math.PI, [w, h], 0],
  }),
  leftBracket: (w, h) => ({ d: `M${w} 0L0 0L0 ${h}L${w} ${h}`, open: true }),
  rightBracket: (w, h) => ({ d: `M0 0L${w} 0L${w} ${h}L0 ${h}`, open: true }),
  leftBrace: (w, h) => ({ d: `M${w} 0L${w / 2} ${h * 0.05}L${w / 2} ${h * 0.45}L0 ${h / 2}L${w / 2} ${h * 0.55}L${w / 2} ${h * 0.95}L${w} ${h}`, open: true }), // prettier-ignore
  rightBrace: (w, h) => ({ d: `M0 0L${w / 2} ${h * 0.05}L${w / 2} ${h * 0.45}L${w} ${h / 2}L${w / 2} ${h * 0.55}L${w / 2} ${h * 0.95}L0 ${h}`, open: true }), // prettier-ignore
  arc: (w, h) => ({ d: `M${w / 2} 0A${w / 2} ${h / 2} 0 0 1 ${w} ${h / 2}`, open: true }),
};
