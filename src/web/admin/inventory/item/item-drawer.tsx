import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Drawer } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SkeletonText } from '../../../ui/loading.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { useMay } from '../../panel-role.ts';
import { LabMark } from '../list/fact-cells.tsx';
import { GoneItem, ItemEditor } from './item-editor.tsx';
import { ItemFacts } from './item-facts.tsx';
import { ItemHistory } from './item-history.tsx';
import { ItemOrders } from './item-orders.tsx';
import { useUnknownLimit } from './limit-warning.tsx';
import { typedItem } from './typed-item.ts';
import type { NewItemStart } from './use-new-item.ts';
import { type StockRound, useRound, useStockRound } from './use-round.ts';

interface ItemDrawerProps {
  /** The item that the address names, or null. */
  id: number | null;
  /** Undefined until the list is loaded. */
  items: readonly AdminItem[] | undefined;
  /** The rows of the list, in their order. */
  shown: readonly AdminItem[];
  /** The list is narrowed by stock, so that a round through it is about stock. */
  isAboutStock: boolean;
  /** The list is narrowed by lab results, so that its items begin there. */
  isAboutLab: boolean;
  /** Opens another item, or with null none. */
  onOpen: (id: number | null) => void;
  onHistory: (item: AdminItem) => void;
  /** Opens the form of a new item, filled in. */
  onNew: (start: NewItemStart) => void;
  /** The names that items have already. */
  categories: readonly string[];
  brands: readonly string[];
}

const NONE: readonly AdminItem[] = [];

/** One item: facts and edits, orders, history. Arrow keys go to the next row (behavior 10.11). */
export const ItemDrawer = ({ id, items, shown, onOpen, isAboutStock, ...rest }: ItemDrawerProps) => {
  const shownId = useLastShown(id);
  // The list may have 20,000 items, and is searched only while one of them is open.
  const found = shownId === null ? null : items?.find((each) => each.id === shownId);
  const item = useLastShown(found);
  const content = useRef<HTMLDivElement>(null);
  const round = useRound({ id, items: items ?? NONE, shown });
  const { stock, leadTo } = useStockRound(id !== null, isAboutStock);
  const go: Step = (place, isLedOn) => {
    const next = round.idAt(place);
    if (next === undefined) return;
    leadTo(isLedOn ? next : null);
    onOpen(next);
  };
  useRowKeys(id !== null, { place: round.place, go }, content);
  const current = item?.id === shownId ? item : undefined;
  return (
    <div className="[--drawer-width:40rem]">
      <Drawer
        open={id !== null}
        onClose={() => onOpen(null)}
        parameter="item"
        title={current ? itemName(current) : 'Item'}
        aside={current && <StateBadges item={current} />}
      >
        {/* Parts hidden for screen readers are in here, so that nothing but this scrolls to them. */}
        <div ref={content} className="relative flex flex-col gap-6">
          {round.place >= 0 && <RowSteps place={round.place} count={round.count} go={go} />}
          {current ? (
            <Content
              key={current.id}
              item={current}
              // While it closes, an item that was just taken off the list is shown as before.
              isGone={id !== null && items !== undefined && !found}
              items={items ?? NONE}
              onClose={() => onOpen(null)}
              stock={stock}
              {...rest}
            />
          ) : items ? (
            <GoneItem />
          ) : (
            <SkeletonText lines={8} />
          )}
        </div>
      </Drawer>
    </div>
  );
};

const StateBadges = ({ item, item: { isActive, byHand, isLow, quantity } }: { item: AdminItem }) => {
  const limit = useUnknownLimit(typedItem(item));
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={isActive ? 'good' : 'danger'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      {isActive && limit && <Badge tone="warning">Can't be ordered: no size</Badge>}
      {isLow && <Badge tone="warning">{quantity === 0 ? 'Out of stock' : 'Low on stock'}</Badge>}
      <LabMark item={item} />
      {byHand && <Badge>Added by hand</Badge>}
    </span>
  );
};

interface ContentProps extends Omit<ItemDrawerProps, 'id' | 'items' | 'shown' | 'isAboutStock' | 'onOpen'> {
  item: AdminItem;
  /** Somebody has taken it off the list while the drawer is open. */
  isGone: boolean;
  items: readonly AdminItem[];
  onClose: () => void;
  stock: StockRound;
}

/** A role that edits gets the editor, any other one the facts. */
const Content = ({ item, isGone, onHistory, ...rest }: ContentProps) => {
  const maySeeOrders = useMay('orders.read');
  const mayWrite = useMay('inventory.write');
  const more = (
    <>
      {maySeeOrders && <ItemOrders item={item} />}
      <ItemHistory item={item} onAll={() => onHistory(item)} />
    </>
  );
  if (mayWrite) {
    return (
      <ItemEditor item={item} isGone={isGone} {...rest}>
        {more}
      </ItemEditor>
    );
  }
  if (isGone) return <GoneItem />;
  return (
    <>
      <ItemFacts item={item} />
      {more}
    </>
  );
};

/** Goes to a row. Led on, a round that is about stock goes on in the stock. */
type Step = (place: number, isLedOn: boolean) => void;

const RowSteps = ({ place, count, go }: { place: number; count: number; go: Step }) => (
  <div className="-my-2 flex items-center gap-1 text-sm text-muted">
    <IconButton label="Previous item" disabled={place === 0} onClick={() => go(place - 1, true)} className="-ml-3">
      <ChevronUp aria-hidden />
    </IconButton>
    <IconButton label="Next item" disabled={place === count - 1} onClick={() => go(place + 1, true)}>
      <ChevronDown aria-hidden />
    </IconButton>
    {(place + 1).toLocaleString('en-US')} of {count.toLocaleString('en-US')}
  </div>
);

/** The controls that take the arrow keys themselves. */
const TAKES_ARROWS = 'input:not([type="checkbox"]), textarea, select, [role="menu"] *, [popover] *';

/** With Alt, arrows open a list. */
const TAKES_ALT_ARROWS = 'input[list], select, [role="menu"] *, [popover] *';

/**
 * Up and down go to the row before and after, while the focus is in the drawer but in no field: there the keys would end in
 * the next one. With Alt they do so from a field, and lead on to the same work.
 */
const useRowKeys = (
  isOpen: boolean,
  { place, go }: { place: number; go: Step },
  content: React.RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    if (!isOpen || place < 0) return;
    const drawer = () => content.current?.closest('dialog');
    // The element that had the focus may have gone with the last item.
    if (document.activeElement === document.body) drawer()?.focus();
    const keys = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (step === 0 || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
      if (target.closest('dialog') !== drawer() || target.matches(altKey ? TAKES_ALT_ARROWS : TAKES_ARROWS)) return;
      event.preventDefault();
      go(place + step, altKey);
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  });
};
