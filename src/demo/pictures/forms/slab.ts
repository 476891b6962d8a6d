import { type Art, boxPath, ellipse, fill, group, p, round } from '../art.ts';
import { type Color, color, hex, lch, lighter } from '../color.ts';
import { drawText } from '../lettering.ts';
import { mark } from '../marks.ts';
import { inksOf, type Print } from '../pack-labels.ts';
import { patternFill } from '../patterns.ts';
import { rim } from '../solids.ts';

/** A flat hand-held body, drawn around x = 0 with its foot at y = 0: the shell of disposables, pods and batteries. */
interface SlabBrief {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  /** Color at the top and at the foot: one for a plain shell, two for a graded one. */
  readonly top: Color;
  readonly foot: Color;
  readonly finish: 'anodized' | 'lacquer' | 'rubber';
}

/** The shell with its light. */
export const slab = (art: Art, brief: SlabBrief): string => {
  const { width, height, radius, top, foot } = brief;
  const half = width / 2;
  const outline = boxPath(-half, -height, width, height, radius);
  const gleam = brief.finish === 'lacquer' ? 0.5 : brief.finish === 'anodized' ? 0.3 : 0.12;
  return (
    fill(
      outline,
      art.linear('down', [
        [0, hex(lighter(top, 0.03))],
        [0.25, hex(top)],
        [0.85, hex(foot)],
        [1, hex(lighter(foot, -0.12))],
      ]),
    ) +
    fill(
      outline,
      art.linear('right', [
        [0, '#000', 0.5],
        [0.035, '#fff', gleam * 0.9],
        [0.09, '#fff', gleam * 0.22],
        [0.3, '#fff', gleam * 0.3],
        [0.42, '#000', 0],
        [0.8, '#000', 0.2],
        [0.93, '#000', 0.4],
        [0.97, '#fff', gleam * 0.8],
        [1, '#000', 0.5],
      ]),
    ) +
    (brief.finish === 'lacquer'
      ? fill(
          boxPath(-half + width * 0.11, -height + radius * 0.7, width * 0.15, height - radius * 1.4, width * 0.07),
          art.linear('down', [
            [0, '#fff', 0.62],
            [0.5, '#fff', 0.22],
            [1, '#fff', 0.03],
          ]),
        )
      : '') +
    rim(p`M${-half + radius} ${-height + 1.5}H${half - radius}`, 0.5, 2.4)
  );
};

/** A mouthpiece on top of a slab: narrower, soft, dark or colored. */
export const mouthpiece = (art: Art, width: number, height: number, seat: number, base: Color): string => {
  const half = width / 2;
  const d = p`M${-half} ${seat + 4}C${-half} ${seat - height * 0.5} ${-half * 0.8} ${seat - height * 0.5} ${-half * 0.72} ${seat - height * 0.86}Q${-half * 0.68} ${seat - height} ${-half * 0.4} ${seat - height}H${half * 0.4}Q${half * 0.68} ${seat - height} ${half * 0.72} ${seat - height * 0.86}C${half * 0.8} ${seat - height * 0.5} ${half} ${seat - height * 0.5} ${half} ${seat + 4}Z`;
  return (
    fill(d, hex(base)) +
    fill(
      d,
      art.linear('right', [
        [0, '#000', 0.5],
        [0.08, '#fff', 0.3],
        [0.22, '#fff', 0.36],
        [0.3, '#fff', 0.06],
        [0.75, '#000', 0.2],
        [0.95, '#fff', 0.24],
        [1, '#000', 0.4],
      ]),
    ) +
    ellipse(0, seat - height + 4, half * 0.26, 3.4, '#000', 'opacity=".75"')
  );
};

/** A window that shows the oil inside. */
export const oilWindow = (
  art: Art,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  oil: Color,
  level: number,
): string => {
  const outline = boxPath(x, y, width, height, radius);
  const surface = y + height * (1 - level);
  return (
    fill(boxPath(x - 4, y - 4, width + 8, height + 8, radius + 4), lch(0.12, 0.01, oil.h), 'fill-opacity=".8"') +
    fill(outline, lch(0.24, 0.02, oil.h)) +
    group(
      fill(
        p`M${x} ${surface}H${x + width}V${y + height}H${x}Z`,
        art.linear('right', [
          [0, hex(lighter(oil, -0.2))],
          [0.35, hex(lighter(oil, 0.1))],
          [0.7, hex(lighter(oil, -0.04))],
          [1, hex(lighter(oil, -0.2))],
        ]),
      ) +
        fill(
          p`M${x} ${surface}H${x + width}V${y + height}H${x}Z`,
          art.linear('down', [
            [0, '#fff', 0.2],
            [0.3, '#fff', 0],
            [1, '#000', 0.24],
          ]),
        ) +
        ellipse(x + width * 0.66, surface + height * 0.2, width * 0.07, width * 0.07, '#fff', 'fill-opacity=".35"') +
        fill(p`M${x} ${surface - 1.5}H${x + width}V${surface + 2.5}H${x}Z`, hex(lighter(oil, 0.2))),
      art.clip(outline),
    ) +
    fill(
      boxPath(x + width * 0.12, y + 5, width * 0.2, height - 10, width * 0.1),
      art.linear('down', [
        [0, '#fff', 0.75],
        [1, '#fff', 0.08],
      ]),
    ) +
    rim(outline, 0.45, 1.6)
  );
};

/** The maker's name along the length of a body, with the mark at its foot. */
export const upright = (print: Print, x: number, foot: number, length: number, size: number, paint: string): string => {
  const word = drawText(
    print.brandName,
    print.brand.lettering,
    { x: 0, y: size / 2, size, align: 'left', fit: length - size * 2.6 },
    paint,
  );
  return (
    group(word, `transform="translate(${round(x)} ${round(foot - size * 2.2)}) rotate(-90)"`) +
    mark(print.brand.mark, x, foot - size * 0.9, size * 1.5, paint)
  );
};

/** Ink that reads on a shell. */
export const inkOn = (base: Color): string => (base.l > 0.6 ? lch(0.2, 0.03, base.h) : lch(0.96, 0.02, base.h));

/** A maker's all-over print within an outline. */
export const printedOver = (
  art: Art,
  print: Print,
  outline: string,
  paint: string,
  scale: number,
  opacity: number,
): string => {
  const pattern = patternFill(art, print.brand.pattern, paint, scale);
  return pattern === null ? '' : fill(outline, pattern, `fill-opacity="${round(opacity, 2)}"`);
};

/** The shell's colors at the top and at the foot: the flavor's own color, or the maker's dark or light above it. */
export const shellOf = (print: Print): { top: Color; foot: Color } => {
  const { tone } = print;
  // A gray flavor keeps a gray shell. Any other color is made strong enough to differ from its neighbors.
  const chroma = tone.c < 0.03 ? tone.c : Math.max(0.1, tone.c);
  const vivid = color(Math.min(0.74, Math.max(0.48, tone.l)), chroma, tone.h);
  switch (print.brand.paper) {
    case 'night':
      return { top: color(0.24, 0.015, tone.h), foot: vivid };
    case 'deep':
      return { top: inksOf(print).paper, foot: color(0.5, 0.12, tone.h) };
    case 'white':
    case 'cream':
      return {
        top: color(0.93, 0.012, tone.h),
        foot: color(Math.min(0.8, Math.max(0.55, tone.l)), chroma * 0.85, tone.h),
      };
    default:
      return { top: color(Math.min(0.82, vivid.l + 0.14), vivid.c, tone.h + 22), foot: lighter(vivid, -0.06) };
  }
};
