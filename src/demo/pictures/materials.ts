import type { Art, Stop } from './art.ts';
import { type Color, hex, lighter } from './color.ts';

/** The surface of a round body. The key light comes from the left front, the rim light from the right back. */
export type Material = 'gloss' | 'matte' | 'metal' | 'brushed' | 'paper' | 'satin';

/** The gradient stops of a round body, from its left to its right edge. */
const shading = (material: Material, base: Color): Stop[] => {
  const at = (by: number, chroma = 1): string => hex(lighter(base, by, chroma));
  switch (material) {
    case 'gloss':
      return [
        [0, at(-0.16)],
        [0.03, at(0.1)],
        [0.07, at(-0.06)],
        [0.17, at(0.03)],
        [0.19, at(0.32, 0.6)],
        [0.29, at(0.24, 0.7)],
        [0.31, at(0.05)],
        [0.55, at(-0.03)],
        [0.84, at(-0.14)],
        [0.93, at(-0.1)],
        [0.96, at(0.16, 0.8)],
        [0.985, at(0.06)],
        [1, at(-0.14)],
      ];
    case 'metal':
      return [
        [0, at(-0.3)],
        [0.05, at(0.02)],
        [0.12, at(-0.18)],
        [0.2, at(0.2, 0.7)],
        [0.27, at(0.26, 0.5)],
        [0.36, at(-0.02)],
        [0.52, at(-0.28)],
        [0.66, at(-0.12)],
        [0.78, at(0.12, 0.8)],
        [0.84, at(-0.06)],
        [0.94, at(-0.3)],
        [0.975, at(0.06)],
        [1, at(-0.24)],
      ];
    case 'brushed':
      return [
        [0, at(-0.24)],
        [0.06, at(-0.04)],
        [0.22, at(0.1, 0.9)],
        [0.34, at(0.06)],
        [0.6, at(-0.12)],
        [0.82, at(-0.2)],
        [0.92, at(-0.06)],
        [1, at(-0.24)],
      ];
    case 'matte':
      return [
        [0, at(-0.15)],
        [0.1, at(-0.02)],
        [0.28, at(0.06)],
        [0.5, at(0)],
        [0.78, at(-0.11)],
        [0.92, at(-0.17)],
        [0.97, at(-0.05)],
        [1, at(-0.13)],
      ];
    case 'satin':
      return [
        [0, at(-0.18)],
        [0.07, at(-0.03)],
        [0.2, at(0.12, 0.85)],
        [0.3, at(0.12, 0.85)],
        [0.48, at(0)],
        [0.8, at(-0.13)],
        [0.93, at(-0.17)],
        [0.97, at(0.05)],
        [1, at(-0.13)],
      ];
    case 'paper':
      return [
        [0, at(-0.2)],
        [0.12, at(-0.06)],
        [0.3, at(0.015)],
        [0.55, at(-0.02)],
        [0.82, at(-0.13)],
        [1, at(-0.26)],
      ];
  }
};

/** The fill of a round upright body of a material. */
export const roundFill = (art: Art, material: Material, base: Color): string =>
  art.linear('right', shading(material, base));

export const METALS = {
  steel: { l: 0.68, c: 0.012, h: 240 },
  gold: { l: 0.74, c: 0.1, h: 82 },
  rose: { l: 0.71, c: 0.075, h: 40 },
  gunmetal: { l: 0.42, c: 0.014, h: 250 },
  black: { l: 0.27, c: 0.008, h: 220 },
  copper: { l: 0.62, c: 0.1, h: 52 },
  champagne: { l: 0.79, c: 0.045, h: 80 },
} as const satisfies Record<string, Color>;

export type Metal = keyof typeof METALS;
