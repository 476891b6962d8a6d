import { type ReactNode, useState } from 'react';
import { useShop } from '../../api/queries/settings.ts';
import { isStorageBlocked } from '../../browser/safe-storage.ts';
import { ShopLogo } from '../../shared/shop-look.tsx';
import { ThemeMenu } from '../../shared/theme-menu.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { useHighToasts } from '../../ui/toaster.tsx';
import { ClosedNotice } from '../closed-notice.tsx';
import { DeadLinkNotice } from '../view/dead-link.tsx';
import { Glasshouse } from './glasshouse.tsx';

/** The rays of the window above the card, from its center to the frame. */
const RAYS = [1, 2, 3, 4, 5, 6, 7].map((ray) => {
  const turn = (Math.PI * ray) / 8;
  const point = (rx: number, ry: number) =>
    `${(210 - Math.cos(turn) * rx).toFixed(1)} ${(150 - Math.sin(turn) * ry).toFixed(1)}`;
  return `M${point(64, 46)}L${point(210, 150)}`;
});

/** The layout of gate, sign-in and password reset. `compact` lowers the arch above a long form. */
export const AuthLayout = ({ compact, children }: { compact?: boolean; children: ReactNode }) => {
  const { name } = useShop();
  useHighToasts();
  const [isBlocked] = useState(isStorageBlocked);
  return (
    <>
      <Glasshouse />
      <ThemeMenu className="glass absolute top-[max(0.75rem,env(safe-area-inset-top))] right-3 z-10 rounded-full" />
      <main className="relative flex min-h-dvh items-center justify-center px-4 py-6 sm:py-10">
        <div className={cx('auth-card rise', compact && 'auth-card-compact')}>
          <svg aria-hidden viewBox="0 0 420 150" preserveAspectRatio="none" className="auth-fanlight">
            <path d={`${RAYS.join('')}M146 150A64 46 0 0 1 274 150M84 150A126 90 0 0 1 336 150`} />
          </svg>
          <div className="flex flex-col gap-6 px-6 pt-5 pb-7 sm:px-8 sm:pb-8">
            <ShopLogo className="-mb-2 h-20 w-full" />
            <h1 className="auth-name">{name}</h1>
            {isBlocked && <StorageBlocked />}
            <DeadLinkNotice />
            <ClosedNotice />
            {children}
          </div>
        </div>
      </main>
    </>
  );
};

/** Without this notice, a visitor would return here after each step and not know why. */
const StorageBlocked = () => (
  <Notice tone="danger" alert title="This browser is blocking storage">
    It blocks cookies and site data, or has no room left. Allow them for this address and load the page again. Without
    them the shop cannot keep you signed in.
  </Notice>
);
