import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/use-media.ts';
import { CartButton } from './cart-button.tsx';
import { MemberControls } from './member-controls.tsx';
import { SHELL, ShopHeader, ShopName, WIDE } from './shop-header.tsx';

/** A page of the shop with nothing but its name in the bar: what waits or failed, and the member's own pages. */
export function PlainPage({
  title,
  aside,
  narrow,
  children,
}: {
  title: string;
  aside?: ReactNode;
  /** A column in the middle, for what is read. */
  narrow?: boolean;
  children: ReactNode;
}) {
  const isWide = useMedia(WIDE);
  return (
    <>
      <ShopHeader>
        <ShopName />
        <div className="flex-1" />
        <MemberControls inMenu={!isWide} />
        <CartButton />
      </ShopHeader>
      <main className={`${SHELL} pt-4 pb-16`}>
        <div className={cx(narrow && 'mx-auto max-w-3xl')}>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h1 className="text-xl font-bold tracking-tight text-text">{title}</h1>
            {aside}
          </div>
          {children}
        </div>
      </main>
    </>
  );
}
