import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { localStore } from '../../browser/safe-storage.ts';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/use-size.ts';

interface FoldProps {
  name: string;
  /** Remembers on this device whether it is folded. */
  storedAs: string;
  /** A few words at the end of the folded line. */
  summary?: ReactNode;
  /** A card. It stays on the page while it is folded, so that an upload under way goes on. */
  children: ReactNode;
}

const keyOf = (storedAs: string): string => `greenroom-folded-${storedAs}`;

/**
 * A card above the list that folds to one line (behavior 10.4). On a phone it is folded until it is opened once, so that
 * the first item is on the first screen. A file that is dragged over the line opens it.
 */
export const Fold = ({ name, storedAs, summary, children }: FoldProps) => {
  const isWide = useMedia('(min-width: 48rem)');
  const [stored, setStored] = useState(() => localStore.getItem(keyOf(storedAs)));
  const id = useId();
  const isFolded = stored === null ? !isWide : stored === 'true';
  const fold = (folded: boolean) => {
    localStore.setItem(keyOf(storedAs), String(folded));
    setStored(String(folded));
  };
  return (
    <div className={cx('flex min-w-0 flex-col self-start', !isFolded && 'h-full')}>
      <button
        type="button"
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={() => fold(!isFolded)}
        onDragEnter={() => isFolded && fold(false)}
        className={cx(
          'flex h-11 shrink-0 items-center gap-2 text-sm text-muted hover:text-text',
          isFolded ? 'rounded-card border border-line bg-surface px-3' : 'rounded-control px-1',
        )}
      >
        <ChevronDown aria-hidden className={cx('size-4 shrink-0', isFolded && '-rotate-90')} />
        <span className={cx('truncate', isFolded && 'font-semibold text-text')}>
          {isFolded ? name : <Hide name={name} />}
        </span>
        {isFolded && summary && <span className="ml-auto shrink-0">{summary}</span>}
      </button>
      <div id={id} hidden={isFolded} className="flex-1 [&>*]:h-full">
        {children}
      </div>
    </div>
  );
};

/** The card below names itself, so only those who do not see it hear the name here too. */
const Hide = ({ name }: { name: string }) => (
  <>
    Fold<span className="sr-only"> {name}</span>
  </>
);
