import { type Art, boxPath, ellipse, fill, group, p, round, stroke } from './art.ts';
import { foliage, leaf, type Plant } from './plants.ts';
import { createRoom, type Room } from './room.ts';

export const WIDTH = 1200;
export const HEIGHT = 900;

/** The y coordinate of the floor under the subject. */
export const FLOOR = 706;

/** The background behind the subject. It makes neighbors in the list look different although they share a hue. */
export type Backdrop = 'bare' | 'sun' | 'arch' | 'ring' | 'slats' | 'panels' | 'drape' | 'window';

/** The surface under the subject. */
export type Surface = 'gloss' | 'matte' | 'plinth' | 'slate';

interface SceneBrief {
  readonly hue: number;
  /** Factor of the room's chroma. Less than 1 makes the room gray, for categories without a color of their own. */
  readonly chroma: number;
  readonly backdrop: Backdrop;
  readonly surface: Surface;
  readonly plant: Plant | null;
  /** Zoom factor (normally 1). Low things need more. */
  readonly zoom: number;
}

/**
 * Draws a studio at night around the subject: a wall lit from behind, the backdrop, plants, the floor with the
 * subject's mirror image, and a leaf close to the lens.
 */
export const scene = (art: Art, brief: SceneBrief, subject: string): string => {
  const room = createRoom(brief.hue, brief.chroma);
  // The zoom differs a little from picture to picture. The floor line does not move.
  const zoom = round(art.random.between(1.05, 1.15) * brief.zoom, 3);
  const id = art.symbol(group(subject, `transform="translate(600 ${FLOOR}) scale(${zoom}) translate(-600 ${-FLOOR})"`));
  const planted = brief.plant;
  return (
    ground(art, room) +
    BACKDROPS[brief.backdrop](art, room) +
    (planted === null ? '' : foliage(art, planted, room)) +
    floor(art, room) +
    SURFACES[brief.surface](art, room, id) +
    `<use href="#${id}"/>` +
    (planted === null ? '' : foreground(art, planted, room))
  );
};

/**
 * The wall, lit from behind the subject and nearly black in the corners. It is a single radial gradient over the canvas,
 * because each further gradient of that size costs the rasterizer as much as two hundred shapes.
 */
const ground = (art: Art, room: Room): string => {
  const light = art.radialAt(600, 420, 790, 540, 330, [
    [0, room.paint(0.52, 0.108, -5)],
    [0.3, room.paint(0.4, 0.092, -2)],
    [0.58, room.paint(0.275, 0.062)],
    [0.82, room.paint(0.185, 0.036, 3)],
    [1, room.paint(0.135, 0.025, 5)],
  ]);
  return fill(`M0 0H${WIDTH}V${HEIGHT}H0Z`, light);
};

/** A soft round light. */
const glow = (art: Art, cx: number, cy: number, rx: number, ry: number, paint: string, opacity: number): string =>
  ellipse(
    cx,
    cy,
    rx,
    ry,
    art.radial([
      [0, paint, opacity],
      [0.35, paint, opacity * 0.62],
      [0.7, paint, opacity * 0.16],
      [1, paint, 0],
    ]),
  );

const floor = (art: Art, room: Room): string =>
  fill(
    `M0 560H${WIDTH}V${HEIGHT}H0Z`,
    art.linear('down', [
      [0, room.paint(0.12, 0.025), 0],
      [0.2, room.paint(0.13, 0.025), 0.3],
      [1, room.paint(0.11, 0.02), 0.88],
    ]),
  ) + glow(art, 600, 735, 440, 96, room.paint(0.62, 0.11), 0.5);

const BACKDROPS: Record<Backdrop, (art: Art, room: Room) => string> = {
  bare: () => '',
  sun: (art, room) =>
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
  arch: (art, room) => {
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
  ring: (art, room) => {
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
  slats: (art, room) => {
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
  panels: (art, room) => {
    let panels = '';
    const widths = [150, 110, 170, 90, 140, 120, 170, 100, 150];
    let x = 0;
    for (const [i, width] of widths.entries()) {
      panels += fill(
        `M${x} 0H${x + width}V700H${x}Z`,
        art.linear('right', [
          [0, room.paint(i % 2 === 0 ? 0.42 : 0.34, 0.09, (i % 3) * 6 - 6), 0.5],
          [0.9, room.paint(0.2, 0.05), 0.3],
          [1, room.paint(0.1, 0.02), 0.55],
        ]),
        'opacity=".62"',
      );
      x += width;
    }
    return panels + glow(art, 600, 380, 460, 400, room.paint(0.56, 0.12), 0.5);
  },
  drape: (art, room) => {
    let folds = '';
    for (let i = 0; i < 12; i++) {
      const x = i * 104 + art.random.between(-14, 14);
      const sway = art.random.between(-30, 30);
      folds += fill(
        p`M${x} 0C${x + sway} 250 ${x - sway} 450 ${x} 720H${x + 118}C${x + 100 - sway} 450 ${x + 128 + sway} 250 ${x + 112} 0Z`,
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
  window: (art, room) => {
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
};

const SURFACES: Record<Surface, (art: Art, room: Room, subject: string) => string> = {
  matte: () => '',
  gloss: (art, room, subject) =>
    group(
      `<use href="#${subject}" transform="translate(0 ${2 * FLOOR}) scale(1 -1)" opacity=".34"/>`,
      art.clip(`M0 ${FLOOR}H${WIDTH}V${HEIGHT}H0Z`),
    ) +
    fill(
      `M0 ${FLOOR}H${WIDTH}V${HEIGHT}H0Z`,
      art.linear('down', [
        [0, room.paint(0.2, 0.04), 0],
        [0.5, room.paint(0.14, 0.03), 0.86],
        [1, room.paint(0.11, 0.022), 1],
      ]),
    ),
  plinth: (art, room) => {
    const side = art.linear('right', [
      [0, room.paint(0.16, 0.03)],
      [0.06, room.paint(0.42, 0.07)],
      [0.3, room.paint(0.36, 0.065)],
      [0.75, room.paint(0.2, 0.045)],
      [0.97, room.paint(0.3, 0.06)],
      [1, room.paint(0.16, 0.03)],
    ]);
    return (
      fill(`M180 ${FLOOR - 6}A420 92 0 0 0 1020 ${FLOOR - 6}V910H180Z`, side) +
      ellipse(
        600,
        FLOOR - 6,
        420,
        92,
        art.radial(
          [
            [0, room.paint(0.5, 0.09)],
            [0.7, room.paint(0.36, 0.07)],
            [1, room.paint(0.3, 0.06)],
          ],
          [0.4, 0.3],
        ),
      ) +
      stroke(`M180 ${FLOOR - 6}A420 92 0 0 0 1020 ${FLOOR - 6}`, room.paint(0.68, 0.09), 2.5, 'opacity=".5"')
    );
  },
  slate: (art, room) => {
    const top = `M170 ${FLOOR - 46}L1010 ${FLOOR - 60}L1092 ${FLOOR + 66}L110 ${FLOOR + 74}Z`;
    return (
      ellipse(
        600,
        FLOOR + 96,
        580,
        60,
        art.radial([
          [0, '#000', 0.7],
          [0.7, '#000', 0.5],
          [1, '#000', 0],
        ]),
      ) +
      fill(
        `M110 ${FLOOR + 72}L1092 ${FLOOR + 64}L1086 ${FLOOR + 100}L640 ${FLOOR + 108}L118 ${FLOOR + 106}Z`,
        art.linear('right', [
          [0, room.paint(0.3, 0.03)],
          [0.4, room.paint(0.2, 0.025)],
          [1, room.paint(0.1, 0.02)],
        ]),
      ) +
      fill(
        top,
        art.linear('right', [
          [0, room.paint(0.36, 0.035)],
          [0.45, room.paint(0.33, 0.04)],
          [1, room.paint(0.18, 0.03)],
        ]),
      ) +
      stroke(`M110 ${FLOOR + 74}L1092 ${FLOOR + 66}`, room.paint(0.6, 0.05), 2, 'opacity=".5"')
    );
  },
};

/** One dark leaf close to the lens, in a lower corner. */
const foreground = (art: Art, plant: Plant, room: Room): string => {
  const side = art.random.pick([-1, 1]);
  return leaf(art, plant, room, {
    x: 600 + side * 640,
    y: 930,
    length: art.random.between(230, 290),
    turn: -side * art.random.between(14, 40),
    light: 0.17,
    opacity: 0.78,
    soft: 12,
  });
};
