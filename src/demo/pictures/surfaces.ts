import { type Art, ellipse, fill, group, stroke } from './art.ts';
import { below, FLOOR, type Frame, type Room } from './room.ts';

/** The surface under the subject. */
export type Surface = 'gloss' | 'matte' | 'plinth' | 'slate';

interface Studio {
  readonly room: Room;
  readonly frame: Frame;
  /** The id of the subject's drawing, for its mirror image. */
  readonly subject: string;
}

export const SURFACES: Record<Surface, (art: Art, studio: Studio) => string> = {
  matte: () => '',
  gloss: (art, { room, frame, subject }) =>
    group(
      `<use href="#${subject}" transform="translate(0 ${2 * FLOOR}) scale(1 -1)" opacity=".34"/>`,
      art.clip(below(frame, FLOOR)),
    ) +
    fill(
      below(frame, FLOOR),
      art.linearAt(0, FLOOR, 0, 900, [
        [0, room.paint(0.2, 0.04), 0],
        [0.5, room.paint(0.14, 0.03), 0.86],
        [1, room.paint(0.11, 0.022), 1],
      ]),
    ),
  plinth: (art, { room, frame }) => {
    const side = art.linear('right', [
      [0, room.paint(0.16, 0.03)],
      [0.06, room.paint(0.42, 0.07)],
      [0.3, room.paint(0.36, 0.065)],
      [0.75, room.paint(0.2, 0.045)],
      [0.97, room.paint(0.3, 0.06)],
      [1, room.paint(0.16, 0.03)],
    ]);
    return (
      fill(`M180 ${FLOOR - 6}A420 92 0 0 0 1020 ${FLOOR - 6}V${frame.top + frame.height + 10}H180Z`, side) +
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
  slate: (art, { room }) => {
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
