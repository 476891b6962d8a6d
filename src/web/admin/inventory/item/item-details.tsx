import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AdminItem } from '#contract/inventory.ts';
import { ageOfTest, hasExpired } from '#domain/lab-result.ts';
import { formatPrice } from '#domain/money.ts';
import { describeTiers } from '#domain/tiers.ts';
import { formatDateTime, formatDay, localDay } from '../../../browser/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { panelLinks } from '../../panel-links.ts';
import { useMay } from '../../panel-role.ts';
import { BrandName, CategoryChip, FinalPrice, StockFigure } from '../list/cells.tsx';
import { rowCells } from '../list/row-cells.tsx';
import { DescriptionArea, LowStockField } from './item-fields.tsx';
import { ItemPictures } from './item-pictures.tsx';

/** A link in a line of text, with room for a finger. */
const inText =
  'link relative pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3 pointer-coarse:after:content-[""]';

/** Pictures, facts and the fields that a role may edit. Without the right they are plain values. */
export const ItemDetails = ({ item }: { item: AdminItem }) => {
  const mayWrite = useMay('inventory.write');
  const { Label, Markup, Tiers, Active } = rowCells(mayWrite);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[11rem_1fr]">
        <ItemPictures item={item} mayWrite={mayWrite} />
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
          <Fact name="Low-stock alert at">
            {mayWrite ? <LowStockField item={item} /> : (item.lowStock ?? 'Shop default')}
          </Fact>
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
        <Fact name="Tiers">
          <span className="flex flex-col gap-1">
            <Tiers item={item} column={0} />
            {item.tiers.length > 0 && <span className="text-muted">{describeTiers(item.tiers)}</span>}
          </span>
        </Fact>
        {item.size && <Fact name="Size">{item.size}</Fact>}
        <Batch item={item} />
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
          {item.externalId}
          {item.lastSynced && <span className="text-muted"> · synced {formatDateTime(item.lastSynced)}</span>}
        </Fact>
      </dl>
      <DescriptionArea item={item} mayWrite={mayWrite} />
    </>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-h-8 grid-cols-[6.5rem_1fr] items-center gap-3">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words text-text">{children}</dd>
  </div>
);

/** The batch, and for those who may read orders the way to its recall list. */
const Batch = ({ item: { batch } }: { item: AdminItem }) => {
  const maySeeOrders = useMay('orders.read');
  if (batch === null) return null;
  return (
    <Fact name="Batch">
      {batch}
      {maySeeOrders && (
        <>
          {' · '}
          <Link href={panelLinks.recall(batch)} className={inText}>
            Recall list
          </Link>
        </>
      )}
    </Fact>
  );
};

const LabFacts = ({ item: { lab } }: { item: AdminItem }) => {
  if (lab === null) return null;
  const today = localDay(Date.now());
  const { tested, expires, thc, cbd, url } = lab;
  const age = ageOfTest(tested, today);
  return (
    <Fact name="Lab result">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        Tested {formatDay(tested)}
        {age && <span className="text-muted">{age}</span>}
        {hasExpired(lab, today) ? (
          <Badge tone="danger">Expired</Badge>
        ) : (
          expires && <span className="text-muted">valid until {formatDay(expires)}</span>
        )}
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
