import { ImageOff } from 'lucide-react';
import type { AdminItem } from '#contract/inventory.ts';
import { hasExpired } from '#domain/lab-result.ts';
import { pictureForms } from '#domain/picture-widths.ts';
import { formatDay, localDay } from '../../../browser/dates.ts';
import { shopNow } from '../../../browser/shop-clock.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Cell } from '../../../ui/table.tsx';

interface FactProps {
  item: AdminItem;
}

/** The first picture of an item, as high as a row allows. */
const RowPicture = ({ item: { images } }: FactProps) =>
  images[0] === undefined ? (
    <ImageOff role="img" aria-label="No picture" className="size-5 text-muted" />
  ) : (
    <img
      src={pictureForms(images[0]).small}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-9 rounded-small bg-well object-cover"
    />
  );

/** All tags in one line. The rest shows on hover. */
const TagsText = ({ item: { tags } }: FactProps) => (
  <span title={tags.join('\n') || undefined} className="block truncate text-muted">
    {tags.join(', ')}
  </span>
);

export const hasExpiredToday = ({ lab }: AdminItem): boolean =>
  lab?.expires != null && hasExpired(lab, localDay(shopNow()));

/** Until when the lab result of an item holds. */
const LabUntil = ({ item }: FactProps) => {
  if (item.lab === null) return <span className="text-muted">No result</span>;
  if (!item.lab.expires) return <span className="text-muted">No end</span>;
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      {formatDay(item.lab.expires)}
      {hasExpiredToday(item) && <Badge tone="warning">Expired</Badge>}
    </span>
  );
};

/** Marks an item whose lab result has expired, as a doubtful label is marked. */
export const LabMark = ({ item }: FactProps) =>
  hasExpiredToday(item) && (
    <Badge tone="warning" title="The lab result has expired" className="relative shrink-0">
      Lab expired
    </Badge>
  );

/** The same under a name in the table, which needs the width. */
export const LabLine = () => (
  <span
    title="The lab result has expired"
    className="pointer-events-none -mt-3.5 mb-0.5 block text-xs leading-3 font-normal text-warning-text"
  >
    Lab expired
  </span>
);

/** The cells of facts that no row edits. */
export const factCells = (item: AdminItem) => ({
  picture: () => (
    <Cell>
      <RowPicture item={item} />
    </Cell>
  ),
  tags: () => (
    <Cell>
      <TagsText item={item} />
    </Cell>
  ),
  lab: () => (
    <Cell>
      <LabUntil item={item} />
    </Cell>
  ),
});
