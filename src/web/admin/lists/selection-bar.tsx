import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../../ui/cx.ts';

interface BarButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  danger?: boolean;
}

/**
 * An action in the bar of the selected rows. One that none of them can take keeps its place, so that nothing moves under the
 * pointer while rows are selected. A phone has no room for it.
 */
export const BarButton = ({ danger = false, children, ...rest }: BarButtonProps) => (
  <button
    {...rest}
    type="button"
    className={cx(
      'inline-flex h-11 shrink-0 items-center justify-center gap-2 rounded-control px-3 text-sm font-semibold whitespace-nowrap hover:bg-tip-ink/10 focus-visible:-outline-offset-2 focus-visible:outline-tip-ink',
      'disabled:opacity-45 disabled:hover:bg-transparent max-sm:disabled:hidden aria-disabled:opacity-45',
      danger && 'text-tip-danger',
    )}
  >
    {children}
  </button>
);

/** The end of that bar: no row is selected any more. */
export const ClearSelection = ({ onClear }: { onClear: () => void }) => (
  <button
    type="button"
    aria-label="Clear selection"
    onClick={onClear}
    className="ml-auto flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-tip-ink/10 focus-visible:-outline-offset-2 focus-visible:outline-tip-ink"
  >
    <X aria-hidden className="size-4.5" />
  </button>
);
