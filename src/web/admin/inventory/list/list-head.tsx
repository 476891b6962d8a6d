import type { ReactNode } from 'react';
import { formatCount } from '#domain/text.ts';
import { cx } from '../../../ui/cx.ts';

interface ListHeadProps {
  /** How many items the view shows. */
  shown: number;
  /** Undefined until the list is loaded. */
  total: number | undefined;
  /** The line of the sync, which takes all the room that is left. */
  sync: ReactNode;
  /** The menu and the buttons. */
  children: ReactNode;
}

/** The sync, the counter and what concerns the whole list, in one line (behavior 10.4). */
export const ListHead = ({ shown, total, sync, children }: ListHeadProps) => (
  <div className="group/top flex flex-wrap items-start gap-x-3 gap-y-1.5 max-sm:gap-x-1.5 max-[22rem]:gap-x-1">
    {sync}
    <div className="flex min-h-10 flex-1 items-center justify-end gap-1 max-[80rem]:md:basis-full min-[80rem]:flex-none">
      <p role="status" className="mr-auto px-1 text-sm whitespace-nowrap text-muted max-[22rem]:px-0">
        {/* A phone has no room for all of it beside the buttons. */}
        {total !== undefined && (
          <>
            <span className={cx(shown === total && 'max-sm:sr-only')}>{`${formatCount(shown)} of `}</span>
            {formatCount(total)}
            <span className={shown === total ? 'max-[22rem]:sr-only' : 'max-sm:sr-only'}> items</span>
          </>
        )}
      </p>
      {children}
    </div>
  </div>
);
