import { ArrowLeft } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../../browser/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/use-size.ts';
import { useScrollRestoration } from '../view/scroll-restoration.ts';
import { useHeadingFocus } from '../view/use-heading-focus.ts';
import { CartButton } from './cart-button.tsx';
import { MemberControls } from './member-controls.tsx';
import { SHELL, ShopHeader, ShopName, WIDE } from './shop-header.tsx';

interface PlainPageProps {
  title: ReactNode;
  aside?: ReactNode;
  /** A narrow column in the middle, for text. */
  narrow?: boolean;
  children: ReactNode;
}

/** A page of the member, with focus on its heading and scroll restoration. */
export const MemberPage = (page: PlainPageProps) => {
  const [path] = useLocation();
  const heading = useHeadingFocus<HTMLHeadingElement>(path);
  useScrollRestoration(path, 'growing');
  return <PlainPage {...page} heading={heading} />;
};

/** A page of the shop whose header contains only the shop's name and the member's controls. */
export const PlainPage = ({
  title,
  aside,
  narrow,
  heading,
  children,
}: PlainPageProps & { heading?: RefObject<HTMLHeadingElement | null> }) => {
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
            <h1 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-tight text-text">
              {title}
            </h1>
            {aside}
          </div>
          {children}
        </div>
      </main>
    </>
  );
};

/** The way out of a page of the member. */
export const BackToShop = () => (
  <Link href={paths.home} className={`${buttonClass({ variant: 'ghost' })} text-sm`}>
    <ArrowLeft aria-hidden className="size-4.5" />
    Back to the shop
  </Link>
);
