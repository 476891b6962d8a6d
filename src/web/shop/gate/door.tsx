import { type ReactNode, useState } from 'react';
import { useShop } from '../../api/queries/settings.ts';
import { keepsNothing } from '../../browser/stores.ts';
import { ThemeMenu } from '../../shared/theme-menu.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { Glasshouse } from './glasshouse.tsx';

/** The rays of the fanlight, from its hub to the frame. */
const RAYS = [1, 2, 3, 4, 5, 6, 7].map((ray) => {
  const turn = (Math.PI * ray) / 8;
  const point = (rx: number, ry: number) =>
    `${(210 - Math.cos(turn) * rx).toFixed(1)} ${(150 - Math.sin(turn) * ry).toFixed(1)}`;
  return `M${point(64, 46)}L${point(210, 150)}`;
});

/** The door of the glasshouse: every screen before the shop stands in it. `compact` lowers the arch over a long form. */
export const Door = ({ compact, children }: { compact?: boolean; children: ReactNode }) => {
  const { name } = useShop();
  const [isForgetful] = useState(keepsNothing);
  return (
    <>
      <Glasshouse />
      <ThemeMenu className="glass fixed top-[max(0.75rem,env(safe-area-inset-top))] right-3 z-10 rounded-full" />
      <main className="relative flex min-h-dvh items-center justify-center px-4 py-6 sm:py-10">
        <div className={cx('door rise', compact && 'door-compact')}>
          <svg aria-hidden viewBox="0 0 420 150" preserveAspectRatio="none" className="door-fanlight">
            <path d={`${RAYS.join('')}M146 150A64 46 0 0 1 274 150M84 150A126 90 0 0 1 336 150`} />
          </svg>
          <div className="flex flex-col gap-6 px-6 pt-5 pb-7 sm:px-8 sm:pb-8">
            <h1 className="door-name">{name}</h1>
            {isForgetful && <NothingKept />}
            {children}
          </div>
        </div>
      </main>
    </>
  );
};

/** Without it everybody would be led back here after each step, and not know why. */
const NothingKept = () => (
  <Notice tone="danger" alert title="This browser keeps nothing for the shop">
    It blocks cookies and site data here, or has no room left. Allow them for this address and load the page again: the
    shop could not remember you from one page to the next.
  </Notice>
);
