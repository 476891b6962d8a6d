import type { CSSProperties } from 'react';
import { ShopLogo } from '../../shared/shop-look.tsx';
import { cx } from '../../ui/cx.ts';

interface ShopDoorProps {
  /** The name of the shop, as it is typed. */
  name?: string | undefined;
  /** The hue of the accent, as it is typed. */
  hue?: string | undefined;
  /** How far the door is open, from 0 to 1. */
  lit: number;
  /** There are products. Without them the shelves are empty. */
  isFilled: boolean;
  /** Members still lack something. */
  isSoon?: boolean | undefined;
  /** Orders are paused. */
  isClosed?: boolean | undefined;
}

/** The bars of the window above the door. */
const RAYS = [1, 2, 3, 4, 5, 6, 7].map((ray) => {
  const turn = (Math.PI * ray) / 8;
  const point = (radius: number) =>
    `${(100 - Math.cos(turn) * radius).toFixed(1)} ${(100 - Math.sin(turn) * radius).toFixed(1)}`;
  return `M${point(34)}L${point(100)}`;
});

/** The shelves inside, with jars on them. */
const SHELVES = [46, 92, 138, 184];
const JARS = SHELVES.flatMap((shelf, row) =>
  [0, 1, 2, 3, 4, 5].map((place) => {
    const height = 14 + ((place * 7 + row * 5) % 13);
    return { x: 18 + place * 28 + (row % 2) * 6, y: shelf - height, width: 13 + ((place + row) % 3) * 3, height };
  }),
);

/** The door of the shop. It opens and lights up with every step. Decorative: the path says the same in words. */
export const ShopDoor = ({ name, hue, lit, isFilled, isSoon = !isFilled, isClosed = false }: ShopDoorProps) => (
  <div
    aria-hidden
    className="shop-door"
    style={{ '--lit': lit, ...(isHue(hue) && { '--door-hue': hue }) } as CSSProperties}
  >
    <div className="shop-door-frame">
      <svg viewBox="0 0 200 100" preserveAspectRatio="none" className="shop-door-window">
        <title>A window</title>
        <path d={`${RAYS.join('')}M66 100A34 34 0 0 1 134 100M34 100A66 66 0 0 1 166 100`} />
      </svg>
      <div className="shop-door-sign">
        <ShopLogo className="shop-door-logo" />
        <span className="shop-door-name">{name || ' '}</span>
      </div>
      <div className="shop-door-way">
        <svg viewBox="0 0 200 230" preserveAspectRatio="xMidYMax slice" className="shop-door-inside">
          <title>The shop</title>
          {SHELVES.map((y) => (
            <rect key={y} x="8" y={y} width="184" height="3" />
          ))}
          {isFilled && JARS.map((jar) => <rect key={`${jar.x} ${jar.y}`} {...jar} rx="3" />)}
        </svg>
        <span className="shop-door-leaf shop-door-left" />
        <span className="shop-door-leaf shop-door-right" />
        {/* Members come in from the first moment on, so the sign says what they can do there. */}
        <span className={cx('shop-door-plate', isFilled && !isSoon && !isClosed && 'shop-door-plate-open')}>
          {isClosed ? 'Closed' : isFilled && !isSoon ? 'Open' : 'Soon'}
        </span>
      </div>
    </div>
    <span className="shop-door-floor" />
  </div>
);

const isHue = (hue: string | undefined): hue is string => hue !== undefined && /^\d{1,3}$/.test(hue);
