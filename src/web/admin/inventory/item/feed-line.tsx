import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { AdminItem, OwnableName } from '#contract/inventory.ts';
import type { EditableField } from '#contract/inventory-items.ts';
import { syncStatusQuery } from '../../../api/queries/feed.ts';
import { cx } from '../../../ui/cx.ts';
import { Spinner } from '../../../ui/loading.tsx';
import { FIELD_NAMES, useGiveBack } from '../edits/use-give-back.ts';
import { valueText } from './use-item-edit.ts';

interface FeedLineProps {
  /** Absent for a new item, which no feed has. */
  item: AdminItem | undefined;
  field: OwnableName;
  /** Something else is typed than the item has. */
  isTyped?: boolean;
  /** Forgets what is typed, because the feed's value takes its place. */
  onGivenBack?: () => void;
  children: ReactNode;
}

/** True if a sync or a file has brought an item, so that some fields may be the feed's. */
const isOfFeed = ({ byHand, lastSynced, shopOwned }: AdminItem): boolean =>
  !byHand && (lastSynced !== null || shopOwned.length > 0);

/** True if syncs set the values of an item: a file that was uploaded says nothing any more. */
export const followsFeed = (item: AdminItem): boolean => isOfFeed(item) && item.lastSynced !== null;

/** Returns whether the feed will replace the stock of an item (behavior 9.23). Without a feed nothing does. */
export const useFeedOwnsStock = (): ((item: AdminItem) => boolean) => {
  const { data } = useQuery({ ...syncStatusQuery, enabled: false });
  return (item) => data?.feedConfigured !== false && followsFeed(item);
};

/** A field of which the feed has a value: a thin line at its left, and what the feed says if the shop says something else. */
export const FeedLine = ({ item, field, isTyped = false, onGivenBack, children }: FeedLineProps) => {
  const isOwned = item?.shopOwned.includes(field) ?? false;
  // A file that was uploaded says nothing any more.
  if (!item || !isOfFeed(item) || (!isOwned && item.lastSynced === null)) {
    // The same elements as below: a field that gets its line while somebody types or chooses a file stays the same one.
    return (
      <div className="contents">
        {children}
        {null}
      </div>
    );
  }
  const ofFeed = isOwned ? item.feedValues?.[field] : item[field];
  const isKnown = !isOwned || (item.feedValues !== undefined && field in item.feedValues);
  return (
    <div
      className={cx(
        '-ml-3.5 flex min-w-0 flex-col gap-1.5 border-l-2 pl-3',
        isOwned || isTyped ? 'border-notice' : 'border-edge/60',
      )}
    >
      {children}
      {(isOwned || isTyped) && (
        <FeedWords item={item} field={field} onGivenBack={isOwned ? onGivenBack : undefined} isOwned={isOwned}>
          {isKnown && (
            <>
              {item.lastSynced === null ? 'The file said' : 'The feed says'}:{' '}
              <span className="font-medium break-words text-text">{feedText(field, ofFeed)}</span>
            </>
          )}
        </FeedWords>
      )}
    </div>
  );
};

/** Pictures are counted: their names say little. */
const feedText = (field: OwnableName, value: unknown): string => {
  if (field !== 'images') return valueText(field as EditableField, value);
  const { length } = (value as string[] | null) ?? [];
  return length === 0 ? 'no pictures' : length === 1 ? '1 picture' : `${length} pictures`;
};

interface FeedWordsProps {
  item: AdminItem;
  field: OwnableName;
  isOwned: boolean;
  onGivenBack: (() => void) | undefined;
  children: ReactNode;
}

const FeedWords = ({ item, field, isOwned, onGivenBack, children }: FeedWordsProps) => {
  const id = useId();
  const { isPending, giveBack } = useGiveBack(item, field, onGivenBack);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 text-sm text-muted">
      <p id={id} className="min-w-0">
        <span className="sr-only">{FIELD_NAMES[field]}: </span>
        {isOwned && (item.lastSynced === null ? 'Edited here. ' : "Edited here (feed can't overwrite). ")}
        {children}
      </p>
      {isOwned && (
        <button
          type="button"
          aria-describedby={id}
          aria-disabled={isPending || undefined}
          onClick={giveBack}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-small font-medium text-notice-text hover:underline pointer-coarse:min-h-11"
        >
          {isPending ? <Spinner className="size-3.5" /> : <RotateCcw aria-hidden className="size-3.5" />}
          Give back to the feed
        </button>
      )}
    </div>
  );
};
