import type { ReactNode } from 'react';
import { useMedia } from '../../ui/use-media.ts';
import { CartButton } from './cart-button.tsx';
import { MemberControls } from './member-controls.tsx';
import { SHELL, ShopHeader, ShopName, WIDE } from './shop-header.tsx';

/** A page of the shop with nothing but its name in the bar: what waits or failed, and the member's own pages. */
export function PlainPage({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
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
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-xl font-bold tracking-tight text-text">{title}</h1>
          {aside}
        </div>
        {children}
      </main>
    </>
  );
}
