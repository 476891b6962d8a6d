import { useQueryClient } from '@tanstack/react-query';
import { ListX, Package } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { STOCK_REASONS, type StockReason } from '#domain/inventory-plan-stock.ts';
import { counted, nounFor } from '#domain/text.ts';
import { type ActionKey, createActionKey } from '../../../api/action-key.ts';
import { ApiError } from '../../../api/client.ts';
import { putItem } from '../../../api/queries/inventory.ts';
import { changeStock, takeOffItem } from '../../../api/queries/inventory-items.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { hasToken } from '../../action-toasts.ts';
import { BarButton } from '../../lists/selection-bar.tsx';
import { useFeedOwnsStock } from '../item/feed-line.tsx';
import { REASON_LABELS, reasonOf, stockCall, stockProblem } from '../item/typed-stock.ts';
import { ValueDialog } from './bulk-dialogs.tsx';
import { LostResponse } from './lost-response.tsx';
import { MOST_ONE_BY_ONE, type OneByOne, oneByOne, outcomeToast } from './one-by-one.ts';

const REASONS = STOCK_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }));

/**
 * The menu of rarer actions. It adds stock and taking off the list, for which the shop has a call for one item each
 * (behavior 9.5).
 */
export const BulkMore = ({ items: selected, children }: { items: readonly AdminItem[]; children: ReactNode }) => {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'stock' | 'off' | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Items leave the selection while they are taken off.
  const [sent, setSent] = useState(selected);
  /** The items that had their new stock before a response was lost. */
  const [lost, setLost] = useState<OneByOne | null>(null);
  const actionKeys = useRef(new Map<number, ActionKey>());
  const items = lost?.left ?? (isBusy ? sent : selected);
  const isTooMany = items.length > MOST_ONE_BY_ONE;
  const all = counted(items.length);
  const close = () => {
    if (lost) outcomeToast(queryClient, lost, stockSet);
    setLost(null);
    actionKeys.current.clear();
    setAsking(null);
  };

  const run = async (call: Parameters<typeof oneByOne>[1], show: (outcome: OneByOne) => void): Promise<void> => {
    if (isBusy || !hasToken()) return;
    setSent(items);
    setBusy(true);
    const outcome = await oneByOne(items, call, lost ?? undefined);
    setBusy(false);
    show(outcome);
  };
  const takeOff = () =>
    run(
      (item) => takeOffItem(queryClient, item.id),
      (outcome) => {
        close();
        outcomeToast(queryClient, outcome, (changed) => `${changed} taken off the list`);
      },
    );
  const setStock = (text: string, reason: StockReason) =>
    run(
      async (item) => {
        const call = stockCall({ text, base: item.quantity, reason, kept: null, isLow: false, note: '' });
        if (call === null) return { changeId: null };
        if ('problem' in call) throw new ApiError(call.problem, 400);
        // Pressed again after a lost answer, it is the same change.
        const actionKey = actionKeys.current.get(item.id) ?? createActionKey();
        actionKeys.current.set(item.id, actionKey);
        const { item: stored, changeId } = await actionKey.send(JSON.stringify(call.body), (key) =>
          changeStock(queryClient, item.id, call.body, key),
        );
        putItem(queryClient, stored);
        return { changeId };
      },
      (outcome) => {
        setLost(outcome.unknown ? outcome : null);
        if (outcome.unknown) return;
        actionKeys.current.clear();
        setAsking(null);
        outcomeToast(queryClient, outcome, stockSet);
      },
    );
  const reserved = items.filter((item) => item.reserved > 0).length;
  return (
    <>
      <Menu align="center" trigger={<BarButton>More…</BarButton>}>
        <MenuItem icon={<Package aria-hidden />} disabled={isTooMany} onSelect={() => setAsking('stock')}>
          Set stock…
        </MenuItem>
        {children}
        <MenuSeparator />
        <MenuItem icon={<ListX aria-hidden />} disabled={isTooMany} onSelect={() => setAsking('off')}>
          Take off the list
        </MenuItem>
        {isTooMany && <p className="px-3 py-1 text-xs text-muted">{ONLY}</p>}
      </Menu>
      <StockDialog open={asking === 'stock'} {...{ items, lost }} busy={isBusy} onClose={close} onSet={setStock} />
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

const ONLY = `Stock is set, and items are taken off, for at most ${MOST_ONE_BY_ONE} items at once.`;
const stockSet = (changed: string): string => `Stock of ${changed} set`;

interface StockDialogProps {
  open: boolean;
  items: readonly AdminItem[];
  lost: OneByOne | null;
  busy: boolean;
  onClose: () => void;
  onSet: (text: string, reason: StockReason) => Promise<void>;
}

const StockDialog = ({ open, items, lost, busy, onClose, onSet }: StockDialogProps) => {
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
      verb={lost ? `Try again: ${all}` : `Set stock of ${all}`}
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
        // Another stock would be another change.
        readOnly={lost !== null}
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
        disabled={lost !== null}
        onChange={({ target }) => setChosen(target.value as StockReason)}
      />
      <LostResponse outcome={lost} />
    </ValueDialog>
  );
};
