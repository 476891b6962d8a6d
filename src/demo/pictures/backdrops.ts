import { type Art, boxPath, ellipse, fill, group, p, stroke } from './art.ts';
import { leaf } from './plants.ts';
import { type Frame, glow, type Room } from './room.ts';

/** The background behind the subject. It makes neighbors in the list look different although they share a hue. */
export type Backdrop =
  | 'bare'
  | 'sun'
  | 'arch'
  | 'ring'
  | 'slats'
  | 'panels'
  | 'drape'
  | 'window'
  | 'glasshouse'
  | 'tiles'
  | 'horizon';

/** The colors of a studio and the part that is seen. */
interface Studio {
  readonly room: Room;
  /** The colors of the maker. */
  readonly maker: Room;
  readonly frame: Frame;
}

/** Widths of wall panels. */
const PANELS = [150, 110, 170, 90, 140, 120, 170, 100, 150];

export const BACKDROPS: Record<Backdrop, (art: Art, studio: Studio) => string> = {
  bare: () => '',
  sun: (art, { maker: room }) =>
    ellipse(
      600,
      400,
      300,
      300,
      art.linear('down', [
        [0, room.paint(0.6, 0.12, 8), 0.62],
        [0.6, room.paint(0.48, 0.12, -4), 0.34],
        [1, room.paint(0.3, 0.08), 0],
      ]),
    ) +
    `<circle cx="600" cy="400" r="330" fill="none" stroke="${room.paint(0.7, 0.1)}" stroke-opacity=".16" stroke-width="2"/>`,
  arch: (art, { maker: room }) => {
    const outline = (inset: number): string =>
      p`M${250 + inset} 760V430A${350 - inset} ${350 - inset} 0 0 1 ${950 - inset} 430V760Z`;
    return (
      fill(
        outline(0),
        art.linear('right', [
          [0, room.paint(0.24, 0.06)],
          [0.12, room.paint(0.46, 0.1)],
          [0.5, room.paint(0.4, 0.095)],
          [0.9, room.paint(0.29, 0.07)],
          [1, room.paint(0.4, 0.09)],
        ]),
        'opacity=".75"',
      ) +
      fill(
        outline(26),
        art.linear('down', [
          [0, room.paint(0.3, 0.075)],
          [0.35, room.paint(0.44, 0.105)],
          [0.7, room.paint(0.36, 0.09)],
          [1, room.paint(0.14, 0.035)],
        ]),
      ) +
      fill(
        outline(26),
        art.linear('right', [
          [0, room.paint(0.1, 0.03), 0.7],
          [0.16, room.paint(0.16, 0.04), 0.2],
          [0.6, room.paint(0.6, 0.1), 0.12],
          [1, room.paint(0.6, 0.1), 0],
        ]),
      )
    );
  },
  ring: (art, { maker: room }) => {
    const ring = (width: number, opacity: number, light: number): string =>
      `<circle cx="600" cy="392" r="286" fill="none" stroke="${room.paint(light, 0.11)}" stroke-width="${width}" stroke-opacity="${opacity}"/>`;
    return (
      glow(art, 600, 392, 430, 430, room.paint(0.6, 0.13), 0.35) +
      ring(54, 0.06, 0.7) +
      ring(34, 0.1, 0.72) +
      ring(18, 0.25, 0.76) +
      ring(7, 0.95, 0.9)
    );
  },
  slats: (art, { maker: room }) => {
    let bars = '';
    for (let i = 0; i < 9; i++) {
      const y = 90 + i * 66;
      bars += fill(
        p`M170 ${y + 60}L1010 ${y - 60}V${y - 22}L170 ${y + 98}Z`,
        art.linear('right', [
          [0, room.paint(0.7, 0.11), 0],
          [0.3, room.paint(0.7, 0.11), 0.2],
          [0.62, room.paint(0.66, 0.11), 0.13],
          [1, room.paint(0.6, 0.1), 0],
        ]),
      );
    }
    return bars;
  },
  panels: (art, { room, maker, frame }) => {
    let panels = '';
    let x = frame.left;
    for (let i = 0; x < frame.left + frame.width; i++) {
      const width = PANELS[i % PANELS.length]!;
      const own = i % 3 === 1 ? maker : room;
      panels += fill(
        `M${x} ${frame.top}H${x + width}V700H${x}Z`,
        art.linear('right', [
          [0, own.paint(i % 2 === 0 ? 0.42 : 0.34, 0.09, (i % 3) * 6 - 6), 0.5],
          [0.9, own.paint(0.2, 0.05), 0.3],
          [1, own.paint(0.1, 0.02), 0.55],
        ]),
        'opacity=".62"',
      );
      x += width;
    }
    return panels + glow(art, 600, 380, 460, 400, room.paint(0.56, 0.12), 0.5);
  },
  drape: (art, { room, frame }) => {
    let folds = '';
    for (let i = 0; i * 104 < frame.width; i++) {
      const x = frame.left + i * 104 + art.random.between(-14, 14);
      const sway = art.random.between(-30, 30);
      folds += fill(
        p`M${x} ${frame.top}C${x + sway} 250 ${x - sway} 450 ${x} 720H${x + 118}C${x + 100 - sway} 450 ${x + 128 + sway} 250 ${x + 112} ${frame.top}Z`,
        art.linear('right', [
          [0, room.paint(0.13, 0.03), 0.65],
          [0.35, room.paint(0.42, 0.09), 0.5],
          [0.55, room.paint(0.5, 0.1), 0.42],
          [1, room.paint(0.13, 0.03), 0.65],
        ]),
      );
    }
    return group(folds, 'opacity=".8"') + glow(art, 600, 380, 420, 400, room.paint(0.56, 0.12), 0.45);
  },
  window: (art, { maker: room }) => {
    const paint = art.linear('diagonal', [
      [0, room.paint(0.76, 0.1), 0.34],
      [1, room.paint(0.6, 0.1), 0.08],
    ]);
    let panes = '';
    for (const [column, row] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      panes += fill(boxPath(column * 158, row * 148, 144, 134, 3), paint);
    }
    return (
      group(panes, `transform="matrix(1 -.16 .34 1 370 190)"`) +
      leaf(art, 'palm', room, { x: 700, y: 700, length: 430, turn: 12, light: 0.2, opacity: 0.5, soft: 12 })
    );
  },
  glasshouse: (art, { room, maker }) => {
    const ribs = [22.5, 45, 67.5, 90, 112.5, 135, 157.5]
      .map((angle) => {
        const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
        return p`M${600 - cos * 120} ${430 - sin * 120}L${600 - cos * 380} ${430 - sin * 380}`;
      })
      .join('');
    const arcs = [120, 250, 380].map((r) => p`M${600 - r} 720V430A${r} ${r} 0 0 1 ${600 + r} 430V720`).join('');
    return (
      glow(art, 600, 420, 430, 400, maker.paint(0.6, 0.13), 0.5) +
      fill(
        'M220 720V430A380 380 0 0 1 980 430V720Z',
        art.linear('down', [
          [0, maker.paint(0.62, 0.11), 0.34],
          [1, maker.paint(0.4, 0.09), 0.04],
        ]),
      ) +
      stroke(`${ribs}${arcs}M220 560H980`, room.paint(0.16, 0.04), 7, 'stroke-opacity=".8"') +
      stroke(`${ribs}${arcs}M220 560H980`, room.paint(0.78, 0.09), 1.6, 'stroke-opacity=".5"')
    );
  },
  tiles: (art, { room, maker, frame }) => {
    const size = 118;
    let grid = '';
    let some = '';
    for (let x = frame.left; x < frame.left + frame.width; x += size)
      for (let y = -90; y < 700; y += size) {
        grid += boxPath(x + 3, y + 3, size - 6, size - 6, 5);
        if (x > 520 && art.random.between(0, 1) < 0.3) some += boxPath(x + 3, y + 3, size - 6, size - 6, 5);
      }
    return (
      fill(grid, room.paint(0.62, 0.1), 'fill-opacity=".11"') +
      fill(some, maker.paint(0.6, 0.13), 'fill-opacity=".3"') +
      glow(art, 620, 380, 420, 380, maker.paint(0.6, 0.12), 0.36)
    );
  },
  horizon: (art, { room, maker, frame }) => {
    const right = frame.left + frame.width;
    return (
      glow(art, 640, 300, 420, 300, room.paint(0.66, 0.12), 0.4) +
      fill(
        p`M${frame.left} 640C${frame.left + 260} 620 420 560 600 520S900 400 ${right} 430V760H${frame.left}Z`,
        art.linearAt(300, 0, right, 0, [
          [0, maker.paint(0.26, 0.06), 0.7],
          [0.5, maker.paint(0.46, 0.12), 0.9],
          [1, maker.paint(0.36, 0.1), 0.9],
        ]),
      )
    );
  },
};
