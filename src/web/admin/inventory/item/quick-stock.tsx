import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { saveEdit, useCell } from '../edits/cell-edits.ts';
import { closeStock, useOpenStock } from '../edits/open-stock.ts';
import { ItemStock, useTypedStock } from './item-stock.tsx';

interface QuickStockProps {
  items: readonly AdminItem[] | undefined;
  isWide: boolean;
  onOpen: (id: number) => void;
}

/** Changes the stock of an item without its drawer (behavior 10.4). */
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
        <div key={shown.id} className="flex flex-col gap-4">
          <StockForm item={shown} text={null} onDone={closeStock} />
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

/** Enter goes to the next row, as in the other cells (list/grid-keys.ts). */
const goDown = (cell: HTMLElement): void => {
  cell.focus();
  cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
};

interface StockFormProps {
  item: AdminItem;
  text: string | null;
  onDone: (leadsOn: boolean) => void;
}

const StockForm = ({ item, text, onDone }: StockFormProps) => (
  <ItemStock item={item} stock={useTypedStock(item, { text, onDone })} takesFocus={always} />
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
