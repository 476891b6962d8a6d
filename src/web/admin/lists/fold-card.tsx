import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { localStore } from '../../browser/safe-storage.ts';
import { cx } from '../../ui/cx.ts';

interface FoldCardProps extends Omit<ComponentProps<'section'>, 'id'> {
  name: string;
  /** Remembers on this device whether it is open. */
  storedAs: string;
  /** Its state, in the line whether it is open or not. */
  state?: ReactNode;
  /** What a small button shows while it is folded, instead of the line. */
  chip?: ReactNode;
  /** The text of the line while it is folded: a note, or the most important fact. */
  note: ReactNode;
  /** The one action of the line. */
  action: ReactNode;
  /** Everything else, below the line while it is open. */
  children: ReactNode;
}

/**
 * A card above a list: one line that says how things are, and opens in place (behavior 10.4). The device remembers it, unless
 * it is a small button: opened on a phone, it would push the list away at every visit.
 */
export const FoldCard = ({
  name,
  storedAs,
  state,
  chip,
  note,
  action,
  children,
  className,
  ...card
}: FoldCardProps) => {
  const key = `greenroom-folded-${storedAs}`;
  const isSmall = Boolean(chip);
  const [isOpen, setOpen] = useState(() => !isSmall && localStore.getItem(key) === 'false');
  const nameId = useId();
  const contentId = `fold-${storedAs}`;
  const toggle = () => {
    if (!isSmall) localStore.setItem(key, String(isOpen));
    setOpen(!isOpen);
  };
  const isChip = isSmall && !isOpen;
  return (
    <section
      {...card}
      aria-labelledby={nameId}
      className={cx('relative min-w-0 rounded-card border', className, isOpen && 'max-[80rem]:basis-full!')}
    >
      <div
        className={cx(
          'relative flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 rounded-card hover:bg-raised min-[80rem]:flex-nowrap',
          !isChip && 'pr-1 pl-3',
        )}
      >
        <h2 className="min-w-0 text-sm font-semibold text-text max-md:flex-1 md:shrink-0">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={contentId}
            onClick={toggle}
            // The whole line is pressed, except for what lies on it.
            className={cx(
              'flex min-h-9 max-w-full items-center gap-2 text-left after:absolute after:inset-0 after:rounded-card pointer-coarse:min-h-11',
              isChip && 'px-2.5',
            )}
          >
            {!isChip && (
              <ChevronRight aria-hidden className={cx('size-4 shrink-0 text-muted', isOpen && 'rotate-90')} />
            )}
            <span id={nameId} className={isChip ? 'sr-only' : 'max-md:py-1 max-md:leading-tight md:truncate'}>
              {name}
            </span>
            {isChip && chip}
          </button>
        </h2>
        {!isChip && state}
        {!isChip && note && (
          <div className="min-w-0 flex-1 text-xs text-muted max-xl:order-last max-xl:basis-full max-xl:pb-2 max-xl:pl-6">
            {!isOpen && note}
          </div>
        )}
        <div className="relative ml-auto flex shrink-0 items-center gap-1 empty:hidden">{!isChip && action}</div>
      </div>
      <div id={contentId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
};
