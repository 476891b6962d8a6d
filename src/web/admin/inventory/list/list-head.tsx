import { Download, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

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
}

/** Saved views, the counter and what concerns the whole list (behavior 10.4). On a phone the views have their own row. */
export const ListHead = ({ shown, total, onExport, onHistory, views, children }: ListHeadProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1">
    <div className="min-w-0 flex-1 max-md:order-last max-md:basis-full">{views}</div>
    <p role="status" className="px-1 text-sm whitespace-nowrap text-muted max-md:mr-auto">
      {total !== undefined && `${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} items`}
    </p>
    <div className="flex flex-wrap items-center gap-1">
      <Tooltip label="Export these items as CSV">
        <IconButton label="Export CSV" size="sm" onClick={onExport} disabled={shown === 0}>
          <Download aria-hidden />
        </IconButton>
      </Tooltip>
      <Button size="sm" variant="ghost" onClick={onHistory} className="max-md:px-3">
        <History aria-hidden className="size-4.5" />
        <span className="max-xl:sr-only">History</span>
      </Button>
      {children}
    </div>
  </div>
);
