import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { saveEdit, useCell } from '../edits/cell-edits.ts';
import { closeStock, useOpenStock } from '../edits/open-stock.ts';
import { FinalPrice, MarkupCell, PriceCell } from '../list/cells.tsx';
import { LabelCell } from '../list/label-cell.tsx';
import { ItemStock, useTypedStock } from './item-stock.tsx';

interface QuickStockProps {
  items: readonly AdminItem[] | undefined;
  isWide: boolean;
  onOpen: (id: number) => void;
}

/** Changes the stock of an item without its drawer (behavior 10.4). On a phone, which has no cells, also price and label. */
export const QuickStock = ({ items, isWide, onOpen }: QuickStockProps) => {
  const { opened } = useOpenStock();
  const panel = useRef<HTMLDivElement>(null);
  const found = useMemo(() => opened && items?.find(({ id }) => id === opened.id), [opened, items]);
  const shown = useLastShown(found);
  // Another page of the panel starts without it. A page of another width has no such control.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the width is what closes it
  useEffect(() => closeStock, [isWide]);
  if (isWide) {
    if (!opened || !found) return null;
    return (
      <Popover
        key={opened.id}
        panel={panel}
        label={`Stock of ${itemName(found)}`}
        control={opened.control}
        onClosed={closeStock}
      >
        <StockForm
          item={found}
          text={opened.text}
          takesFocus={always}
          onDone={(leadsOn) => {
            panel.current?.hidePopover();
            if (leadsOn) goDown(opened.control);
          }}
        />
      </Popover>
    );
  }
  return (
    <Dialog
      open={opened !== null && found !== undefined}
      onClose={closeStock}
      title={shown ? itemName(shown) : ''}
      phone="sheet"
      size="sm"
    >
      {shown && (
        <div key={shown.id} className="quick-edit flex flex-col gap-4">
          <StockForm item={shown} text={null} onDone={closeStock} takesFocus={never} />
          <Prices item={shown} />
          <div className="flex items-center justify-between gap-3 border-t border-line pt-3">
            <ActiveSwitch item={shown} />
            <Button
              size="sm"
              onClick={() => {
                closeStock();
                onOpen(shown.id);
              }}
            >
              Open the item
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
};

const always = () => true;
/** Its keyboard would cover the rest. */
const never = () => false;

/** Enter goes to the next row, as in the other cells (list/grid-keys.ts). */
const goDown = (cell: HTMLElement): void => {
  cell.focus();
  cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
};

interface StockFormProps {
  item: AdminItem;
  text: string | null;
  onDone: (leadsOn: boolean) => void;
  takesFocus: (id: number) => boolean;
}

const StockForm = ({ item, text, onDone, takesFocus }: StockFormProps) => (
  <ItemStock item={item} stock={useTypedStock(item, { text, onDone })} takesFocus={takesFocus} />
);

/** Price and label as the cells of the table have them: what is typed is saved at once. */
const Prices = ({ item }: { item: AdminItem }) => (
  <div className="grid grid-cols-2 gap-x-3 gap-y-3 border-t border-line pt-3 text-sm">
    <QuickField label="Base price" className="pr-2">
      <PriceCell item={item} column={0} />
    </QuickField>
    <QuickField label="Markup" className="pr-2">
      <MarkupCell item={item} column={0} />
    </QuickField>
    <QuickField label="Weight label" className="col-span-2">
      <LabelCell item={item} column={0} />
    </QuickField>
    <p className="col-span-2 flex items-baseline justify-between">
      <span className="text-muted">Final price</span>
      <FinalPrice item={item} />
    </p>
  </div>
);

const QuickField = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={cx('min-w-0', className)}>
    <p className="mb-1 text-muted">{label}</p>
    {children}
  </div>
);

const ActiveSwitch = ({ item }: { item: AdminItem }) => {
  const queryClient = useQueryClient();
  const { value } = useCell(item, 'isActive');
  return (
    <Switch
      label="Active"
      checked={value}
      onChange={() => saveEdit(queryClient, { item, field: 'isActive', value: !value, expected: value })}
    />
  );
};
