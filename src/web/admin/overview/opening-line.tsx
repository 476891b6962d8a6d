import { ChevronRight, DoorOpen } from 'lucide-react';
import { Link } from 'wouter';
import type { Opening } from '#contract/opening.ts';
import { openingAddress } from '../panel-links.ts';

/** Leads the owners of a shop without sales back to "Open your shop", while it is offered and has steps left (behavior 10.24). */
export const OpeningLine = ({ opening: { isOffered, steps } }: { opening: Opening }) => {
  const left = steps.filter(({ state }) => state === 'open').length;
  const skipped = steps.filter(({ state }) => state === 'skipped').length;
  if (!isOffered || left + skipped === 0) return null;
  return (
    <Link
      href={openingAddress()}
      className="flex min-h-11 items-center gap-3 rounded-card border border-line bg-surface px-4 text-sm hover:bg-raised sm:px-5"
    >
      <DoorOpen aria-hidden className="size-4.5 shrink-0 text-accent-text" />
      <span className="font-medium text-text">Open your shop</span>
      <span className="min-w-0 flex-1 truncate text-muted">
        {left > 0 ? `${left} of ${steps.length} steps left` : `${skipped} left for later`}
      </span>
      <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted" />
    </Link>
  );
};
