import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { localStore } from '../../browser/safe-storage.ts';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/use-size.ts';

interface FoldProps {
  name: string;
  /** Remembers on this device whether it is folded. */
  storedAs: string;
  /** A few words at the end of the folded line. */
  summary?: ReactNode;
  /** Opens it for this visit, because the address opens a dialog in it. A folded card cannot show one. */
  isNeeded?: boolean;
  /** A card. It stays on the page while it is folded, so that an upload under way goes on. */
  children: ReactNode;
}

const keyOf = (storedAs: string): string => `greenroom-folded-${storedAs}`;

/**
 * A card above the list that folds to one line (behavior 10.4). On a phone it is folded until it is opened once, so that
 * the first item is on the first screen. A file that is dragged over the line opens it.
 */
export const Fold = ({ name, storedAs, summary, isNeeded = false, children }: FoldProps) => {
  const isWide = useMedia('(min-width: 48rem)');
  const [stored, setStored] = useState(() => localStore.getItem(keyOf(storedAs)));
  const [isCalled, setCalled] = useState(isNeeded);
  if (isNeeded && !isCalled) setCalled(true);
  const id = useId();
  const isFolded = !isCalled && (stored === null ? !isWide : stored === 'true');
  const fold = (folded: boolean) => {
    setCalled(false);
    localStore.setItem(keyOf(storedAs), String(folded));
    setStored(String(folded));
  };
  // A file that is chosen opens the card too: its preview and its errors are in there.
  const content = useRef<HTMLDivElement>(null);
  const unfold = useRef(() => fold(false));
  unfold.current = () => fold(false);
  useEffect(() => {
    const element = content.current;
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === 'file') unfold.current();
    };
    element?.addEventListener('change', onChange);
    return () => element?.removeEventListener('change', onChange);
  }, []);
  return (
    <div className={cx('relative flex min-w-0 flex-col self-start', !isFolded && 'h-full')}>
      <button
        type="button"
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={() => fold(!isFolded)}
        onDragEnter={() => isFolded && fold(false)}
        className={cx(
          'flex h-11 shrink-0 items-center gap-2 text-sm hover:text-text',
          isFolded
            ? 'rounded-card border border-line bg-surface px-3 text-muted'
            : 'absolute top-3 right-2 z-10 w-11 justify-center rounded-control text-muted hover:bg-raised',
        )}
      >
        <ChevronDown aria-hidden className={cx('size-4 shrink-0', isFolded ? '-rotate-90' : 'rotate-180')} />
        <span className={cx(isFolded ? 'truncate font-semibold text-text' : 'sr-only')}>
          {isFolded ? name : `Fold ${name}`}
        </span>
        {isFolded && summary && <span className="ml-auto shrink-0">{summary}</span>}
      </button>
      {/* The head of the card leaves room for the button. */}
      <div
        ref={content}
        id={id}
        hidden={isFolded}
        className="flex-1 [&>*]:h-full [&>section>header]:pr-14 [&>section>h2]:pr-10"
      >
        {children}
      </div>
    </div>
  );
};
