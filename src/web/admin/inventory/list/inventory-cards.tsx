import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { History } from 'lucide-react';
import { type MouseEvent, memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { formatPrice } from '#domain/money.ts';
import { CheckboxBox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BrandName, CategoryChip, FinalPrice, StockFigure } from './cells.tsx';
import type { InventoryRowsProps } from './inventory-table.tsx';
import { rowCells } from './row-cells.tsx';

/** The assumed height of a card, in pixels, until it is measured. */
const CARD = 270;

/** The list on a phone: one card per item, which scroll with the page. */
export const InventoryCards = memo(function InventoryCards({
  items,
  mayWrite,
  selection,
  onSelect,
  onHistory,
}: InventoryRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => CARD,
    gap: 12,
    overscan: 4,
    scrollMargin: top,
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
  });
  return (
    <ul
      ref={list}
      aria-label="Inventory list"
      className="relative list-none"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={items.length}
            className="absolute inset-x-0"
            style={{ top: start - top }}
          >
            {item && (
              <ItemCard
                item={item}
                mayWrite={mayWrite}
                selected={selection.has(item.id)}
                onSelect={onSelect}
                onHistory={onHistory}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
});

interface ItemCardProps extends Pick<InventoryRowsProps, 'mayWrite' | 'onSelect' | 'onHistory'> {
  item: InventoryRowsProps['items'][number];
  selected: boolean;
}

const ItemCard = memo(function ItemCard({ item, mayWrite, selected, onSelect, onHistory }: ItemCardProps) {
  const { Description, Label, Markup, Tiers, Active } = rowCells(mayWrite);
  return (
    <article
      className={cx('rounded-card border p-3', selected ? 'border-accent bg-accent-wash' : 'border-line bg-surface')}
    >
      <div className="flex items-start gap-3">
        {mayWrite && (
          <CheckboxBox
            aria-label={`Select ${item.name}`}
            checked={selected}
            onChange={() => undefined}
            onClick={(event: MouseEvent) => onSelect(item.id, !selected, event.shiftKey)}
            className="mt-1"
          />
        )}
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold text-text">{item.name}</h3>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            <BrandName item={item} />
            <CategoryChip item={item} />
          </p>
        </div>
      </div>
      <div className="mt-3 grid gap-2">
        <Description item={item} column={1} />
        <Label item={item} column={2} />
      </div>
      <dl className="mt-3 grid grid-cols-[auto_auto_1fr_auto] items-end gap-x-5 gap-y-1 text-sm">
        <Fact name="Qty">
          <StockFigure item={item} />
        </Fact>
        <Fact name="Base">{formatPrice(item.price)}</Fact>
        <Fact name="Markup">
          <Markup item={item} column={3} />
        </Fact>
        <Fact name="Final">
          <span className="text-base">
            <FinalPrice item={item} />
          </span>
        </Fact>
      </dl>
      <div className="mt-3 flex items-center justify-between gap-3">
        <IconButton label={`History of ${item.name}`} onClick={() => onHistory(item)} className="-ml-2">
          <History aria-hidden />
        </IconButton>
        <div className="min-w-0 flex-1">
          <Tiers item={item} column={5} />
        </div>
        <Active item={item} column={4} />
      </div>
    </article>
  );
});

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="flex min-h-11 flex-col justify-center">{children}</dd>
  </div>
);
