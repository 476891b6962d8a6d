import { createRandom, type Random } from '../random.ts';

/** A gradient stop: offset from 0 to 1, color, opacity (default 1). */
export type Stop = readonly [at: number, color: string, opacity?: number];

/** The direction of a linear gradient over the box of the shape it fills. */
type Direction = 'right' | 'down' | 'diagonal';

/** A picture that is being drawn: its random numbers, and the gradients, clips and symbols that its shapes refer to. */
export interface Art {
  readonly random: Random;
  /** Defines a linear gradient over the shape's own box. Returns a fill value. */
  linear(direction: Direction, stops: readonly Stop[]): string;
  /** Defines a linear gradient between two points of the canvas. Returns a fill value. */
  linearAt(x1: number, y1: number, x2: number, y2: number, stops: readonly Stop[]): string;
  /** Defines a radial gradient over the shape's own box, with the focus in shares of that box. Returns a fill value. */
  radial(stops: readonly Stop[], focus?: readonly [x: number, y: number]): string;
  /** Defines a radial gradient over a circle of the canvas, brightest at (`focusX`, `focusY`). Returns a fill value. */
  radialAt(cx: number, cy: number, r: number, focusX: number, focusY: number, stops: readonly Stop[]): string;
  /** Defines a clip. Returns the attribute that clips a group to the path. */
  clip(d: string): string;
  /** Defines a drawing that `use` elements can repeat. Returns its id. */
  symbol(content: string): string;
  /** Defines a pattern with a tile of the given size. Returns a fill value. */
  pattern(width: number, height: number, content: string, transform?: string): string;
  /** Returns everything defined so far, for the `defs` element. */
  definitions(): string;
}

const VECTORS: Record<Direction, string> = {
  right: 'x1="0" y1="0" x2="1" y2="0"',
  down: 'x1="0" y1="0" x2="0" y2="1"',
  diagonal: 'x1="0" y1="0" x2="1" y2="1"',
};

export const createArt = (seed: string): Art => {
  const ids = new Map<string, string>();
  const define = (open: string, body: string, close: string): string => {
    const key = open + body;
    let id = ids.get(key);
    if (id === undefined) {
      id = `d${ids.size}`;
      ids.set(key, id);
      bodies.push(`<${open.replace('<id>', `id="${id}"`)}>${body}</${close}>`);
    }
    return id;
  };
  const bodies: string[] = [];
  const gradient = (kind: string, attributes: string, stops: readonly Stop[]): string =>
    `url(#${define(`${kind} <id> ${attributes}`, stops.map(stopElement).join(''), kind)})`;
  return {
    random: createRandom(seed),
    linear: (direction, stops) => gradient('linearGradient', VECTORS[direction], stops),
    linearAt: (x1, y1, x2, y2, stops) =>
      gradient(
        'linearGradient',
        `gradientUnits="userSpaceOnUse" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"`,
        stops,
      ),
    radial: (stops, focus = [0.5, 0.5]) =>
      gradient('radialGradient', `cx=".5" cy=".5" r=".5" fx="${focus[0]}" fy="${focus[1]}"`, stops),
    radialAt: (cx, cy, r, focusX, focusY, stops) =>
      gradient(
        'radialGradient',
        `gradientUnits="userSpaceOnUse" cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fx="${round(focusX)}" fy="${round(focusY)}"`,
        stops,
      ),
    clip: (d) => `clip-path="url(#${define('clipPath <id>', `<path d="${d}"/>`, 'clipPath')})"`,
    symbol: (content) => define('g <id>', content, 'g'),
    pattern: (width, height, content, transform) =>
      `url(#${define(
        `pattern <id> patternUnits="userSpaceOnUse" width="${round(width)}" height="${round(height)}"${transform === undefined ? '' : ` patternTransform="${transform}"`}`,
        content,
        'pattern',
      )})`,
    definitions: () => bodies.join(''),
  };
};

const stopElement = ([at, stopColor, opacity]: Stop): string =>
  `<stop offset="${round(at, 3)}" stop-color="${stopColor}"${opacity === undefined ? '' : ` stop-opacity="${round(opacity, 3)}"`}/>`;

/** The number as text, rounded to save space in the picture. */
export const round = (value: number, digits = 1): string => String(Number(value.toFixed(digits)));

/** Path data with rounded numbers: p`M${x} ${y}`. */
export const p = (texts: TemplateStringsArray, ...values: readonly (number | string)[]): string =>
  texts.reduce((data, text, i) => {
    const value = values[i - 1]!;
    return data + (typeof value === 'number' ? round(value) : value) + text;
  });

/** A filled path. */
export const fill = (d: string, paint: string, more = ''): string =>
  `<path d="${d}" fill="${paint}"${more && ` ${more}`}/>`;

/** A stroked path with round ends. */
export const stroke = (d: string, paint: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${round(width, 2)}" stroke-linecap="round" stroke-linejoin="round"${more && ` ${more}`}/>`;

export const ellipse = (cx: number, cy: number, rx: number, ry: number, paint: string, more = ''): string =>
  `<ellipse cx="${round(cx)}" cy="${round(cy)}" rx="${round(rx)}" ry="${round(ry)}" fill="${paint}"${more && ` ${more}`}/>`;

export const group = (content: string, attributes: string): string => `<g ${attributes}>${content}</g>`;

/** The path of a whole ellipse. */
export const ellipsePath = (cx: number, cy: number, rx: number, ry: number): string =>
  p`M${cx - rx} ${cy}A${rx} ${ry} 0 0 1 ${cx + rx} ${cy}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy}Z`;

/** The path of a rectangle with rounded corners. */
export const boxPath = (x: number, y: number, width: number, height: number, radius = 0): string => {
  const r = Math.min(radius, width / 2, height / 2);
  return p`M${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height - r}Q${x + width} ${y + height} ${x + width - r} ${y + height}H${x + r}Q${x} ${y + height} ${x} ${y + height - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`;
};

/** The path of a polygon whose corners are rounded by the given radius. */
export const roundedPath = (points: readonly (readonly [number, number])[], radius: number): string => {
  const parts = points.map((corner, i) => {
    const before = points[(i + points.length - 1) % points.length]!;
    const after = points[(i + 1) % points.length]!;
    const from = towards(corner, before, radius);
    const to = towards(corner, after, radius);
    return p`${i === 0 ? 'M' : 'L'}${from[0]} ${from[1]}Q${corner[0]} ${corner[1]} ${to[0]} ${to[1]}`;
  });
  return `${parts.join('')}Z`;
};

/** The point at a distance from `from` on the way to `to`, at most halfway. */
const towards = (
  from: readonly [number, number],
  to: readonly [number, number],
  distance: number,
): [number, number] => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const share = Math.min(0.5, distance / length);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
};
