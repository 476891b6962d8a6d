import { useQueryClient } from '@tanstack/react-query';
import { ListX, PackagePlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { STOCK_REASONS, type StockReason } from '#domain/inventory-plan-stock.ts';
import { counted, nounFor } from '#domain/text.ts';
import { ApiError } from '../../../api/client.ts';
import { putItem } from '../../../api/queries/inventory.ts';
import { changeStock, takeOffItem } from '../../../api/queries/inventory-items.ts';
import { randomKey } from '../../../browser/random-key.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { hasToken } from '../../action-toasts.ts';
import { BarButton } from '../../lists/selection-bar.tsx';
import { useFeedOwnsStock } from '../item/feed-line.tsx';
import { REASON_LABELS, reasonOf, stockCall, stockProblem } from '../item/typed-stock.ts';
import { ValueDialog } from './bulk-dialogs.tsx';
import { MOST_ONE_BY_ONE, oneByOne, outcomeToast } from './one-by-one.ts';

const REASONS = STOCK_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }));

/** Stock and taking off the list, for which the shop has a call for one item each (behavior 9.5). */
export const BulkMore = ({ items: selected }: { items: readonly AdminItem[] }) => {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'stock' | 'off' | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Items leave the selection while they are taken off.
  const [sent, setSent] = useState(selected);
  const items = isBusy ? sent : selected;
  const isTooMany = items.length > MOST_ONE_BY_ONE;
  const all = counted(items.length);
  const close = () => setAsking(null);

  const run = async (call: Parameters<typeof oneByOne>[1], done: (changed: string) => string): Promise<void> => {
    if (isBusy || !hasToken()) return;
    setSent(items);
    setBusy(true);
    const outcome = await oneByOne(items, call);
    setBusy(false);
    close();
    outcomeToast(queryClient, outcome, done);
  };
  const takeOff = () =>
    run(
      (item) => takeOffItem(queryClient, item.id),
      (changed) => `${changed} taken off the list`,
    );
  const setStock = (text: string, reason: StockReason) =>
    run(
      async (item) => {
        const call = stockCall({ text, base: item.quantity, reason, kept: null, isLow: false, note: '' });
        if (call === null) return { changeId: null };
        if ('problem' in call) throw new ApiError(call.problem, 400);
        const { item: stored, changeId } = await changeStock(queryClient, item.id, call.body, randomKey());
        putItem(queryClient, stored);
        return { changeId };
      },
      (changed) => `Stock of ${changed} set`,
    );
  const reserved = items.filter((item) => item.reserved > 0).length;
  return (
    <>
      <Menu align="center" trigger={<BarButton>More…</BarButton>}>
        <MenuItem icon={<PackagePlus aria-hidden />} disabled={isTooMany} onSelect={() => setAsking('stock')}>
          Set stock
        </MenuItem>
        <MenuItem icon={<ListX aria-hidden />} disabled={isTooMany} onSelect={() => setAsking('off')}>
          Take off the list
        </MenuItem>
        {isTooMany && <p className="px-3 py-1 text-xs text-muted">For at most {MOST_ONE_BY_ONE} items at once.</p>}
      </Menu>
      <StockDialog open={asking === 'stock'} items={items} busy={isBusy} onClose={close} onSet={setStock} />
      <ConfirmDialog
        open={asking === 'off'}
        onClose={close}
        title={`Take ${all} off the list?`}
        confirmLabel="Take off the list"
        danger
        busy={isBusy}
        onConfirm={() => void takeOff()}
      >
        Members no longer see {items.length === 1 ? 'it' : 'them'}.
        {reserved > 0 && ` Open orders of ${reserved} ${nounFor(reserved)} show as short.`} Undo brings back all of it.
      </ConfirmDialog>
    </>
  );
};

interface StockDialogProps {
  open: boolean;
  items: readonly AdminItem[];
  busy: boolean;
  onClose: () => void;
  onSet: (text: string, reason: StockReason) => Promise<void>;
}

const StockDialog = ({ open, items, busy, onClose, onSet }: StockDialogProps) => {
  const all = counted(items.length);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<StockReason | null>(null);
  const [problem, setProblem] = useState<string>();
  const ofFeed = items.filter(useFeedOwnsStock()).length;
  const reason = reasonOf({ text, base: 0, reason: chosen, kept: null, isLow: false, note: '' });
  const submit = () => {
    const wrong = stockProblem(
      text,
      items.map(({ quantity }) => quantity),
    );
    if (wrong === null) void onSet(text, reason);
    else setProblem(wrong);
  };
  return (
    <ValueDialog
      {...{ open, busy, onClose }}
      title={`Stock of ${all}`}
      verb={`Set stock of ${all}`}
      isEmpty={text.trim() === ''}
      onSubmit={submit}
    >
      <TextField
        label="In stock"
        inputMode="text"
        autoComplete="off"
        data-autofocus
        value={text}
        error={problem}
        onChange={({ target }) => {
          setProblem(undefined);
          setText(target.value);
        }}
        hint="A figure such as 24, or a difference such as +10 or −2."
        below={
          ofFeed > 0 && (
            <p role="note" className="border-l-2 border-notice pl-3 text-sm text-text">
              The feed owns this number of {counted(ofFeed)}. Yours holds until the feed sends another figure.
            </p>
          )
        }
      />
      <Select
        label="Reason"
        options={REASONS}
        value={reason}
        onChange={({ target }) => setChosen(target.value as StockReason)}
      />
    </ValueDialog>
  );
};
