import { Download, Ellipsis, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#domain/text.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';

interface ListHeadProps {
  /** How many items the view shows. */
  shown: number;
  /** Undefined until the list is loaded. */
  total: number | undefined;
  onExport: () => void;
  onHistory: () => void;
  /** The saved views. */
  views: ReactNode;
  /** Further buttons at the end. */
  children: ReactNode;
  /** The first entries of the menu. */
  more: ReactNode;
}

/** Saved views, the counter and what concerns the whole list (behavior 10.4). On a phone the views have their own row. */
export const ListHead = ({ shown, total, onExport, onHistory, views, children, more }: ListHeadProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1">
    <div className="min-w-0 flex-1 empty:hidden max-md:order-last max-md:basis-full">{views}</div>
    <p role="status" className="px-1 text-sm whitespace-nowrap text-muted max-md:mr-auto">
      {/* A phone has no room for all of it beside the buttons. */}
      {total !== undefined && (
        <>
          <span className={cx(shown === total && 'max-sm:sr-only')}>{`${formatCount(shown)} of `}</span>
          {formatCount(total)}
          <span className={cx(shown !== total && 'max-sm:sr-only')}> items</span>
        </>
      )}
    </p>
    <div className="flex flex-wrap items-center gap-1">
      <Menu
        trigger={
          <Button size="sm" variant="ghost">
            <Ellipsis aria-hidden className="size-4.5" />
            <span className="max-sm:sr-only">More</span>
          </Button>
        }
      >
        {more}
        <MenuItem icon={<Download aria-hidden />} disabled={shown === 0} onSelect={onExport}>
          Export CSV
        </MenuItem>
        <MenuItem icon={<History aria-hidden />} onSelect={onHistory}>
          History
        </MenuItem>
      </Menu>
      {children}
    </div>
  </div>
);
