import { type Art, ellipse, ellipsePath, fill, group, p, round, stroke } from '../art.ts';
import { type Color, color, hex, lch, lighter } from '../color.ts';
import { METALS, type Metal, roundFill } from '../materials.ts';
import { bandPath, type Ring, rim, softbox, TILT, turned, turnedPath } from '../solids.ts';

export type Tip = 'flat' | 'round' | 'barrel' | 'crystal' | 'bullet';
export type Tank = 'round' | 'wide' | 'faceted';

/** A cartridge: glass tank on a metal foot, mouthpiece on top. */
export interface CartridgeBrief {
  readonly tip: Tip;
  readonly tipColor: Color;
  readonly tank: Tank;
  readonly metal: Metal;
  readonly oil: Color;
  /** How full, 0–1. */
  readonly level: number;
  readonly hue: number;
}

/** The cartridge upright, its thread's end at (0, 0). */
export const cartridge = (art: Art, brief: CartridgeBrief): string => {
  const radius = brief.tank === 'wide' ? 62 : 48;
  const metal = METALS[brief.metal];
  const foot = -34;
  const tankFoot = foot - 44;
  const tankTop = tankFoot - (brief.tank === 'wide' ? 168 : 186);
  return (
    thread(art, foot, metal) +
    turned(
      art,
      0,
      [
        [tankFoot, radius + 1],
        [foot - 6, radius + 1, 6],
        [foot, radius - 8],
      ],
      'metal',
      metal,
    ) +
    stroke(bandArcs(radius + 1, [tankFoot + 15, tankFoot + 21]), hex(lighter(metal, -0.3)), 1.6, 'opacity=".7"') +
    tankBody(art, brief, radius, tankTop, tankFoot) +
    turned(
      art,
      0,
      [
        [tankTop - 20, radius - 4],
        [tankTop - 15, radius + 1, 3],
        [tankTop, radius + 1],
      ],
      'metal',
      metal,
    ) +
    TIPS[brief.tip](art, brief.tipColor, radius, tankTop - 20)
  );
};

const bandArcs = (radius: number, heights: readonly number[]): string =>
  heights.map((y) => p`M${-radius} ${y}A${radius} ${radius * TILT} 0 0 0 ${radius} ${y}`).join('');

const thread = (art: Art, top: number, metal: Color): string => {
  let turns = '';
  for (let y = top + 7; y < -4; y += 6) turns += p`M-20 ${y}A20 4 0 0 0 20 ${y + 2}`;
  return (
    turned(
      art,
      0,
      [
        [top - 2, 22],
        [-3, 22, 3],
        [0, 18],
      ],
      'metal',
      lighter(metal, -0.06),
    ) + stroke(turns, hex(lighter(metal, -0.34)), 2, 'opacity=".8"')
  );
};

const tankBody = (art: Art, brief: CartridgeBrief, radius: number, top: number, foot: number): string => {
  const { oil, hue } = brief;
  const glass = turnedPath(0, [
    [top, radius],
    [foot, radius],
  ]);
  const inner = radius - 7;
  const surface = foot - 8 - (foot - top - 16) * brief.level;
  const liquid: Ring[] = [
    [surface, inner],
    [foot - 8, inner],
  ];
  const post = color(0.86, 0.01, 230);
  return (
    fill(
      glass,
      art.linear('right', [
        [0, '#fff', 0.36],
        [0.06, lch(0.3, 0.03, hue), 0.5],
        [0.5, lch(0.5, 0.05, hue), 0.24],
        [0.94, lch(0.2, 0.03, hue), 0.5],
        [1, '#fff', 0.4],
      ]),
    ) +
    turned(
      art,
      0,
      [
        [top + 4, 12],
        [foot - 10, 12],
      ],
      'satin',
      post,
    ) +
    fill(
      turnedPath(0, liquid),
      art.linear('right', [
        [0, hex(lighter(oil, -0.26)), 0.98],
        [0.14, hex(lighter(oil, -0.1)), 0.92],
        [0.34, hex(lighter(oil, 0.1)), 0.8],
        [0.5, hex(lighter(oil, 0.02)), 0.76],
        [0.66, hex(lighter(oil, -0.05)), 0.86],
        [0.88, hex(lighter(oil, 0.05)), 0.94],
        [1, hex(lighter(oil, -0.24)), 0.98],
      ]),
    ) +
    fill(
      turnedPath(0, liquid),
      art.linear('down', [
        [0, '#fff', 0.12],
        [0.4, hex(oil), 0],
        [0.75, hex(lighter(oil, 0.16)), 0.34],
        [1, hex(lighter(oil, -0.3)), 0.5],
      ]),
    ) +
    ellipse(
      0,
      surface,
      inner,
      inner * TILT,
      art.linear('right', [
        [0, hex(lighter(oil, -0.06))],
        [0.4, hex(lighter(oil, 0.16))],
        [1, hex(lighter(oil, -0.02))],
      ]),
    ) +
    ellipse(0, surface, 13, 13 * TILT, hex(lighter(post, -0.1))) +
    ellipse(inner * 0.5, surface + 26, 6, 6, '#fff', 'fill-opacity=".28"') +
    ellipse(inner * 0.62, surface + 44, 3, 3, '#fff', 'fill-opacity=".3"') +
    (brief.tank === 'faceted' ? facets(radius, top, foot) : '') +
    softbox(art, -radius * 0.78, top + 9, radius * 0.34, foot - top - 16, 0.78, 3) +
    softbox(art, radius * 0.62, top + 12, radius * 0.14, foot - top - 24, 0.5, 2) +
    rim(p`M${-radius + 1} ${top + 4}V${foot - 2}M${radius - 1} ${top + 4}V${foot - 2}`, 0.6, 1.8)
  );
};

const facets = (radius: number, top: number, foot: number): string => {
  const at = (share: number): number => radius * share;
  return (
    fill(p`M${at(-1)} ${top}L${at(-0.42)} ${top + 6}V${foot + 6}L${at(-1)} ${foot}Z`, '#fff', 'fill-opacity=".12"') +
    fill(p`M${at(0.5)} ${top + 6}L${at(1)} ${top}V${foot}L${at(0.5)} ${foot + 6}Z`, '#000', 'fill-opacity=".26"') +
    rim(p`M${at(-0.42)} ${top + 6}V${foot + 6}M${at(0.5)} ${top + 6}V${foot + 6}`, 0.34, 1.6)
  );
};

const TIPS: Record<Tip, (art: Art, base: Color, radius: number, seat: number) => string> = {
  flat: (art, base, radius, seat) => {
    const d = p`M${-radius + 4} ${seat}C${-radius + 4} ${seat - 46} ${-radius * 0.86} ${seat - 62} ${-radius * 0.82} ${seat - 104}Q${-radius * 0.8} ${seat - 114} ${-radius * 0.6} ${seat - 116}Q0 ${seat - 122} ${radius * 0.6} ${seat - 116}Q${radius * 0.8} ${seat - 114} ${radius * 0.82} ${seat - 104}C${radius * 0.86} ${seat - 62} ${radius - 4} ${seat - 46} ${radius - 4} ${seat}A${radius - 4} ${(radius - 4) * TILT} 0 0 1 ${-radius + 4} ${seat}Z`;
    return (
      fill(d, roundFill(art, 'gloss', base)) +
      ellipse(0, seat - 114, radius * 0.56, 4.5, hex(lighter(base, 0.16))) +
      ellipse(0, seat - 114, radius * 0.22, 2.4, '#000', 'opacity=".7"')
    );
  },
  round: (art, base, radius, seat) =>
    turned(
      art,
      0,
      [
        [seat - 122, 23],
        [seat - 112, 29, 8],
        [seat - 60, 24, 20],
        [seat - 26, radius - 6, 16],
        [seat, radius - 4],
      ],
      'gloss',
      base,
    ) + ellipse(0, seat - 122, 11, 11 * TILT, '#000', 'opacity=".75"'),
  barrel: (art, base, radius, seat) => {
    let grain = '';
    for (let i = 0; i < 9; i++)
      grain += p`M${-radius + 12 + i * 9} ${seat - 88 + art.random.between(-8, 8)}q${art.random.between(-3, 3)} 40 ${art.random.between(-2, 2)} 84`;
    return (
      turned(
        art,
        0,
        [
          [seat - 112, 26],
          [seat - 104, 34, 8],
          [seat - 54, radius - 2, 40],
          [seat, radius - 5],
        ],
        'matte',
        base,
      ) +
      stroke(grain, hex(lighter(base, -0.14)), 1.6, 'opacity=".5"') +
      ellipse(0, seat - 112, 11, 11 * TILT, '#000', 'opacity=".75"')
    );
  },
  crystal: (art, base, radius, seat) => {
    const d = turnedPath(0, [
      [seat - 116, 22],
      [seat - 104, 30, 8],
      [seat - 34, radius - 8, 24],
      [seat, radius - 4],
    ]);
    return (
      fill(d, roundFill(art, 'gloss', base), 'fill-opacity=".62"') +
      turned(
        art,
        0,
        [
          [seat - 112, 8],
          [seat - 4, 10],
        ],
        'satin',
        color(0.9, 0.02, base.h),
      ) +
      fill(
        d,
        art.linear('right', [
          [0, '#fff', 0.5],
          [0.14, '#fff', 0],
          [0.26, '#fff', 0.5],
          [0.36, '#fff', 0.06],
          [0.84, '#fff', 0],
          [1, '#fff', 0.5],
        ]),
      ) +
      rim(ellipsePath(0, seat - 116, 21, 21 * TILT), 0.7)
    );
  },
  bullet: (art, base, radius, seat) =>
    turned(
      art,
      0,
      [
        [seat - 126, 14],
        [seat - 118, 24, 12],
        [seat - 64, radius - 10, 46],
        [seat, radius - 3],
      ],
      'metal',
      base,
    ) +
    ellipse(0, seat - 126, 8, 8 * TILT, '#000', 'opacity=".8"') +
    stroke(bandArcs(radius - 3, [seat - 10, seat - 16]), hex(lighter(base, -0.3)), 1.5, 'opacity=".6"'),
};

/** A cartridge set down: its foot at (x, y), leaning by degrees. */
export const standing = (content: string, x: number, y: number, scale: number, lean = 0): string =>
  group(content, `transform="translate(${round(x)} ${round(y)}) rotate(${round(lean)}) scale(${round(scale, 3)})"`);

/** The light that a full tank throws on the floor. */
export const caustic = (art: Art, cx: number, y: number, reach: number, oil: Color): string =>
  ellipse(
    cx,
    y,
    reach,
    reach * 0.2,
    art.radial([
      [0, hex(lighter(oil, 0.1)), 0.5],
      [0.5, hex(oil), 0.18],
      [1, hex(oil), 0],
    ]),
  );

/** A clear tube with a colored cap around something upright, its foot at (cx, foot). */
export const clearTube = (
  art: Art,
  cx: number,
  foot: number,
  radius: number,
  height: number,
  cap: Color,
  hue: number,
  content: string,
): string => {
  const top = foot - height;
  const body = turnedPath(cx, [
    [top, radius],
    [foot - 14, radius, 12],
    [foot, radius - 8],
  ]);
  return (
    fill(
      body,
      art.linear('right', [
        [0, '#fff', 0.3],
        [0.08, lch(0.3, 0.02, hue), 0.34],
        [0.5, lch(0.4, 0.03, hue), 0.1],
        [0.92, lch(0.2, 0.02, hue), 0.36],
        [1, '#fff', 0.34],
      ]),
    ) +
    content +
    fill(bandPath(cx, radius - 3, foot - 22, foot - 8), '#fff', 'fill-opacity=".2"') +
    softbox(art, cx - radius * 0.84, top + 14, radius * 0.3, height - 40, 0.5, 3) +
    softbox(art, cx + radius * 0.66, top + 18, radius * 0.12, height - 60, 0.36, 2) +
    rim(p`M${cx - radius + 1} ${top}V${foot - 14}M${cx + radius - 1} ${top}V${foot - 14}`, 0.5) +
    turned(
      art,
      cx,
      [
        [top - 52, radius - 2],
        [top - 46, radius + 4, 5],
        [top + 6, radius + 4],
      ],
      'satin',
      cap,
    )
  );
};
