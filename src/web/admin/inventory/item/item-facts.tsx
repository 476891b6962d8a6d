import type { ReactNode } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { describeTiers } from '#domain/tiers.ts';
import { formatDateTime, formatDay } from '../../../browser/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { BrandName, CategoryChip, FinalPrice, StockFigure } from '../list/cells.tsx';
import { rowCells } from '../list/row-cells.tsx';
import { ItemPictures } from './item-pictures.tsx';
import { inText, LabAge, RecallLink } from './lab-fields.tsx';

const { Label, Markup, Active } = rowCells(false);

/** Pictures and facts of an item, for a role that only reads. */
export const ItemFacts = ({ item }: { item: AdminItem }) => (
  <>
    <div className="grid gap-4 sm:grid-cols-[11rem_1fr]">
      <ItemPictures item={item} mayWrite={false} />
      <dl className="grid content-start gap-x-4 gap-y-2 text-sm">
        <Fact name="Brand">
          <BrandName item={item} />
        </Fact>
        <Fact name="Category">
          <CategoryChip item={item} />
        </Fact>
        <Fact name="Qty">
          <span className="flex items-baseline gap-2">
            <StockFigure item={item} />
          </span>
        </Fact>
        <Fact name="Low-stock alert at">{item.lowStock ?? 'Shop default'}</Fact>
        <Fact name="Base price">{formatPrice(item.price)}</Fact>
        <Fact name="Markup">
          <Markup item={item} column={0} />
        </Fact>
        <Fact name="Final price">
          <span className="text-base">
            <FinalPrice item={item} />
          </span>
        </Fact>
        <Fact name="Status">
          <Active item={item} column={0} />
        </Fact>
      </dl>
    </div>
    <dl className="grid gap-x-4 gap-y-2 text-sm">
      <Fact name="Weight label">
        <Label item={item} column={0} />
      </Fact>
      <Fact name="Tiers">{describeTiers(item.tiers)}</Fact>
      {item.size && <Fact name="Size">{item.size}</Fact>}
      {item.batch && (
        <Fact name="Batch">
          <span className="flex flex-wrap gap-x-2">
            {item.batch} <RecallLink batch={item.batch} />
          </span>
        </Fact>
      )}
      <LabFacts item={item} />
      {item.tags.length > 0 && (
        <Fact name="Tags">
          <span className="flex flex-wrap gap-1.5">
            {item.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </span>
        </Fact>
      )}
      <Fact name="Id">
        <ItemId item={item} />
      </Fact>
    </dl>
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium text-text">Description</h3>
      <p className={cx('break-words whitespace-pre-line', item.description ? 'text-text' : 'text-muted')}>
        {item.description || 'No description'}
      </p>
    </section>
  </>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-h-8 grid-cols-[6.5rem_1fr] items-center gap-3">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words text-text">{children}</dd>
  </div>
);

/** The id of the feed or file, and when a sync last brought the item. */
export const ItemId = ({ item: { externalId, lastSynced } }: { item: AdminItem }) => (
  <>
    {externalId}
    {lastSynced && <span className="text-muted"> · synced {formatDateTime(lastSynced)}</span>}
  </>
);

const LabFacts = ({ item: { lab } }: { item: AdminItem }) => {
  if (lab === null) return null;
  const { tested, expires, thc, cbd, url } = lab;
  return (
    <Fact name="Lab result">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        Tested {formatDay(tested)}
        <LabAge lab={lab} />
        {expires && <span className="text-muted">valid until {formatDay(expires)}</span>}
        {thc && <span>THC {thc}</span>}
        {cbd && <span>CBD {cbd}</span>}
        {url && (
          <a href={url} target="_blank" rel="noreferrer" className={inText}>
            Open the file
          </a>
        )}
      </span>
    </Fact>
  );
};
