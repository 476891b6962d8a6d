import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { EllipsisVertical } from 'lucide-react';
import { type MouseEvent, memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { centsToDollars, formatPrice, toCents } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CheckboxBox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useCell } from '../edits/cell-edits.ts';
import { openStock } from '../edits/open-stock.ts';
import { CorrectedMark } from './cells.tsx';
import { hasExpiredToday, LabMark } from './fact-cells.tsx';
import { brandName } from './filter-items.ts';
import type { InventoryTableProps } from './inventory-table.tsx';

/** The height of a row in pixels: a name of two lines, whose end tells it from the others, and one of facts. */
const ROW = 72;

/** The height of the search, which stays in view above the rows. */
const SEARCH = 58;

interface InventoryRowsProps
  extends Pick<InventoryTableProps, 'items' | 'label' | 'mayWrite' | 'selection' | 'onSelect' | 'onOpen'> {
  /** What the list shows, as it is in the address. */
  view: string;
}

/** The list on a phone: two lines for each item, which scroll with the page. A press opens the item (behavior 10.4). */
export const InventoryRows = memo(function InventoryRows({
  items,
  label = 'Inventory list',
  view,
  mayWrite,
  selection,
  onSelect,
  onOpen,
}: InventoryRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // The parts above the list fold and grow, so its place is read again when it may have moved.
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // A new view starts at its top.
  const shownView = useRef(view);
  useLayoutEffect(() => {
    if (shownView.current === view) return;
    shownView.current = view;
    const toTop = () => {
      const above = (list.current?.getBoundingClientRect().top ?? 0) - SEARCH;
      if (above < 0) window.scrollBy(0, above);
    };
    toTop();
    // The filters close by going back, and the browser then returns to where the page was.
    const again = () => requestAnimationFrame(toTop);
    if (document.querySelector('dialog[open]')) window.addEventListener('popstate', again, { once: true });
  }, [view]);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: top,
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
  });
  return (
    <ul
      ref={list}
      aria-label={label}
      // What gets the focus must not hide below the search, which stays in view.
      className="relative list-none rounded-card border border-line bg-surface [&_button]:scroll-mt-16 [&_input]:scroll-mt-16"
      style={{ height: virtualizer.getTotalSize() + 2, marginBottom: selection.size > 0 ? '9rem' : undefined }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        return (
          <li
            key={key}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={items.length}
            className="absolute inset-x-0 h-18"
            style={{ top: start - top }}
          >
            {item && (
              <ItemLines
                item={item}
                mayWrite={mayWrite}
                selected={selection.has(item.id)}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
});

interface ItemLinesProps extends Pick<InventoryRowsProps, 'mayWrite' | 'onSelect' | 'onOpen'> {
  item: InventoryRowsProps['items'][number];
  selected: boolean;
}

/** Name, price, stock and state, with a badge for what is not as usual. It renders again only if its own item changes. */
const ItemLines = memo(function ItemLines({ item, mayWrite, selected, onSelect, onOpen }: ItemLinesProps) {
  const { value: markup } = useCell(item, 'markupDollars');
  const { value: isActive } = useCell(item, 'isActive');
  const price = formatPrice(centsToDollars(finalPriceCents(toCents(item.price) ?? 0, toCents(markup) ?? 0)));
  const { quantity, reserved, isLow, labelCheck } = item;
  const name = itemName(item);
  // Beside a mark, the narrowest phones have no room for what is usual.
  const hasMark = isActive && (labelCheck !== null || hasExpiredToday(item));
  return (
    <div className={cx('flex h-full items-center border-b border-line', selected && 'bg-accent-wash')}>
      {mayWrite && (
        <div className="flex h-full w-11 shrink-0 items-center justify-center">
          <CheckboxBox
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={() => undefined}
            onClick={(event: MouseEvent) => onSelect(item.id, !selected, event.shiftKey)}
          />
        </div>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(item.id)}
        className={cx(
          'flex h-full min-w-0 flex-1 flex-col justify-center gap-0.5 text-left focus-visible:-outline-offset-2',
          !mayWrite && 'px-3',
        )}
      >
        <span className="flex w-full items-center justify-between gap-3">
          <span
            className={cx(
              'line-clamp-2 text-sm leading-4.5 font-medium break-words',
              isActive ? 'text-text' : 'text-muted',
            )}
          >
            {name}
          </span>
          <span className="shrink-0 font-semibold text-text">{price}</span>
        </span>
        <span className="flex w-full items-center gap-2 text-sm text-muted">
          <span className={cx('shrink-0', isLow && 'font-semibold text-warning-text')}>
            <CorrectedMark item={item} />
            {quantity === 0 ? 'Out of stock' : `${quantity} in stock`}
          </span>
          {/* A brand gets shorter. If there is no room to read it, it wraps out of sight. */}
          <span className="flex h-5 min-w-0 flex-1 flex-wrap gap-x-2 overflow-hidden">
            <span className="-mr-2 h-5" />
            {reserved > 0 && <span className="shrink-0 text-notice-text">{reserved} reserved</span>}
            <span className="min-w-0 grow basis-10 truncate">{brandName(item)}</span>
          </span>
          <span className={cx('flex shrink-0 gap-1.5', hasMark && 'max-[24rem]:[&>:last-child]:sr-only')}>
            {labelCheck && <Badge tone="warning">Label</Badge>}
            <LabMark item={item} />
            <Badge tone={isActive ? 'good' : 'danger'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          </span>
        </span>
      </button>
      {mayWrite && (
        <IconButton
          label={`Quick edit of ${name}`}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => openStock(item.id, currentTarget)}
          className="h-full! shrink-0"
        >
          <EllipsisVertical aria-hidden />
        </IconButton>
      )}
    </div>
  );
});
