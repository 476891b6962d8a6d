import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { ShopLogo } from '../../shared/shop-look.tsx';
import { cx } from '../../ui/cx.ts';
import { UnpaidLine } from '../unpaid/unpaid-line.tsx';

/** Wide enough for two rows of controls. Narrower headers have one row, and the rest behind buttons. */
export const WIDE = '(min-width: 64rem)';

interface ShopHeaderProps {
  children: ReactNode;
  below?: ReactNode;
  /** What the page shows, if that changes: the line about unpaid orders then finds its place again. */
  shows?: string;
}

/** The header, with the line about unpaid orders below it. It stays at the top, except on low screens, where it would cover too much. */
export const ShopHeader = ({ children, below, shows }: ShopHeaderProps) => (
  <>
    {/* Clipped and isolated, so that it is not painted again when the page scrolls (virtual-grid.tsx). */}
    <header className="@container sticky top-0 z-30 overflow-clip border-b border-line bg-ground *:isolate [@media(max-height:30rem)]:static print:hidden">
      <div className={cx(SHELL, 'relative flex min-h-15 items-center gap-1 sm:gap-2 lg:h-17 lg:gap-3', NARROW)}>
        {children}
      </div>
      {below && <div className={cx(SHELL, 'pb-3')}>{below}</div>}
    </header>
    <UnpaidLine key={shows} className={SHELL} />
  </>
);

/** With large text on a phone a search takes the line below the buttons (HEADER_SEARCH), which are less wide. */
const NARROW = '@max-[15rem]:flex-wrap @max-[15rem]:py-2 @max-[15rem]:[&>button]:w-8 @max-[15rem]:[&>button]:px-1.25';

/** The class of a search in the header. */
export const HEADER_SEARCH = 'header-search';

/** The width of the shop's content, from 320 px to 4K. */
export const SHELL = 'mx-auto w-full max-w-[120rem] px-3 sm:px-5 lg:px-8';

/** The shop's name, with a link to the picker. */
export const ShopName = () => {
  const { name } = useShop();
  return (
    <Link
      href={paths.home}
      className="flex min-w-0 items-center gap-2 rounded-small py-2 text-lg font-bold tracking-tight text-accent-text lg:max-w-60"
    >
      <ShopLogo className="size-8 shrink-0" />
      <span className="truncate">{name}</span>
    </Link>
  );
};
