import { type Art, fill, group, round } from './art.ts';
import { BACKDROPS, type Backdrop } from './backdrops.ts';
import { foliage, leaf, type Plant } from './plants.ts';
import { below, createPaperRoom, createRoom, FLOOR, type Frame, glow, MIDDLE, type Room } from './room.ts';
import { SURFACES, type Surface } from './surfaces.ts';

interface SceneBrief {
  readonly frame: Frame;
  /** The hue of the category in degrees. */
  readonly hue: number;
  /** Factor of the room's chroma. Less than 1 makes the room gray, for categories without a color of their own. */
  readonly chroma: number;
  /** The hue of the maker, who lights a third of the room. Null for products without a brand. */
  readonly brandHue: number | null;
  /** How bright the wall is: 1 is a studio at night. 'paper' is white, for the light theme. */
  readonly light: number | 'paper';
  readonly backdrop: Backdrop;
  readonly surface: Surface;
  readonly plant: Plant | null;
  /** Zoom factor (normally 1). Low things need more. */
  readonly zoom: number;
}

/**
 * Draws a studio around the subject: a wall lit from behind, the backdrop, plants, the floor with the subject's mirror
 * image, and a leaf close to the lens. The maker's light comes from the right. The left side stays calm, because badges
 * and text are there.
 */
export const scene = (art: Art, brief: SceneBrief, subject: string): string => {
  const { frame } = brief;
  const colors = (hue: number, chroma: number) =>
    brief.light === 'paper' ? createPaperRoom(hue, chroma) : createRoom(hue, chroma, brief.light);
  const room = colors(brief.hue, brief.chroma);
  const maker = brief.brandHue === null ? room : colors(brief.brandHue, 0.9);
  // The zoom differs a little from picture to picture. The floor line does not move.
  const zoom = round(art.random.between(1.03, 1.11) * brief.zoom, 3);
  const id = art.symbol(
    group(subject, `transform="translate(${MIDDLE} ${FLOOR}) scale(${zoom}) translate(${-MIDDLE} ${-FLOOR})"`),
  );
  const planted = brief.plant;
  return (
    ground(art, room, frame) +
    (maker === room ? '' : wash(art, maker, frame)) +
    BACKDROPS[brief.backdrop](art, { room, maker, frame }) +
    (planted === null ? '' : foliage(art, planted, room)) +
    floor(art, room, frame) +
    SURFACES[brief.surface](art, { room, frame, subject: id }) +
    `<use href="#${id}"/>` +
    (planted === null ? '' : foreground(art, planted, room, frame))
  );
};

/**
 * The wall, lit from behind the subject and nearly black in the corners. It is a single radial gradient over the canvas,
 * because each further gradient of that size costs the rasterizer as much as two hundred shapes.
 */
const ground = (art: Art, room: Room, frame: Frame): string => {
  // A wide frame is wider to the left. Its light is too, or its corner would be a dark block.
  const wider = Math.max(0, frame.width - USUAL_WIDTH);
  const light = art.radialAt(620 - wider / 2, 420, 800 + wider, 580 - wider / 2, 330, [
    [0, room.paint(0.52, 0.108, -5)],
    [0.3, room.paint(0.4, 0.092, -2)],
    [0.58, room.paint(0.275, 0.062)],
    [0.82, room.paint(0.185, 0.036, 3)],
    [1, room.paint(0.135, 0.025, 5)],
  ]);
  return fill(below(frame, frame.top), light);
};

const USUAL_WIDTH = 1200;

/** The light in the maker's color, from the upper right. */
const wash = (art: Art, maker: Room, frame: Frame): string =>
  fill(
    below(frame, frame.top),
    art.radialAt(1010, 210, 640, 1010, 210, [
      [0, maker.paint(0.5, 0.115), 0.82],
      [0.45, maker.paint(0.38, 0.09), 0.5],
      [1, maker.paint(0.2, 0.05), 0],
    ]),
  );

const floor = (art: Art, room: Room, frame: Frame): string =>
  fill(
    below(frame, 560),
    art.linearAt(0, 560, 0, 900, [
      [0, room.paint(0.12, 0.025), 0],
      [0.2, room.paint(0.13, 0.025), 0.3],
      [1, room.paint(0.11, 0.02), 0.88],
    ]),
  ) + glow(art, MIDDLE, 735, 440, 96, room.paint(0.62, 0.11), 0.5);

/** One dark leaf close to the lens, in the lower right corner. */
const foreground = (art: Art, plant: Plant, room: Room, frame: Frame): string =>
  leaf(art, plant, room, {
    x: frame.left + frame.width - art.random.between(20, 90),
    y: frame.top + frame.height + 30,
    length: art.random.between(210, 270),
    turn: -art.random.between(4, 34),
    light: 0.17,
    opacity: 0.78,
    soft: 12,
  });
