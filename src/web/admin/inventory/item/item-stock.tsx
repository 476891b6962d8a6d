import { useQueryClient } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { STOCK_REASONS, type StockReason } from '#domain/inventory-plan-stock.ts';
import { createActionKey } from '../../../api/action-key.ts';
import { ApiError, isUnconfirmed } from '../../../api/client.ts';
import { isUnreachable } from '../../../api/connection.ts';
import { putItem, reloadInventory } from '../../../api/queries/inventory.ts';
import { changeStock } from '../../../api/queries/inventory-items.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { failureMessage, hasToken, savedToast } from '../../action-toasts.ts';
import { keepReason, useOpenStock } from '../edits/open-stock.ts';
import { ItemWhy } from '../list/item-why.tsx';
import { useFeedOwnsStock } from './feed-line.tsx';
import {
  differenceText,
  REASON_LABELS,
  readStock,
  reasonOf,
  type StockBody,
  stockCall,
  type TypedStock,
} from './typed-stock.ts';
import type { StockRound } from './use-round.ts';

const REASONS = STOCK_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }));
const LONGEST_NOTE = 500;

/** What somebody types. The rest is known. */
type TypedBy = Omit<TypedStock, 'kept' | 'isLow'>;

interface StockOptions {
  /** Called when something is typed. */
  begin?: StockRound['begin'];
  /** The text that is typed at once. */
  text?: string | null;
  /** The stock is as typed. With Enter (`leadsOn`), the next item is meant to follow. */
  onDone?: (leadsOn: boolean) => void;
}

/** The stock that is typed in the drawer of an item. It is kept above the fields, because leaving the drawer asks about it. */
export const useTypedStock = (item: AdminItem, { begin, text = null, onDone }: StockOptions) => {
  const queryClient = useQueryClient();
  const kept = useOpenStock((state) => state.reason);
  const untyped: TypedBy = {
    text: String(item.quantity),
    base: item.quantity,
    reason: null,
    note: '',
  };
  const [typed, setTyped] = useState<TypedBy | null>(text === null ? null : { ...untyped, text });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [actionKey] = useState(createActionKey);
  const shown: TypedStock = { ...(typed ?? untyped), kept, isLow: item.isLow };
  const call = stockCall(shown);

  const change = (changes: Partial<typeof untyped>) => {
    setProblem(null);
    begin?.();
    if (changes.reason) keepReason(changes.reason);
    setTyped({ ...untyped, ...typed, ...changes });
  };
  const step = (by: number) => change({ text: String(Math.max(0, (readStock(shown) ?? shown.base) + by)) });
  const discard = () => {
    setTyped(null);
    setProblem(null);
  };
  /** Returns whether there was something to send. */
  const save = (leadsOn: boolean): boolean => {
    if (call === null) return false;
    if ('problem' in call) setProblem(call.problem);
    else if (!isBusy && hasToken()) void send(call.body, leadsOn);
    return true;
  };
  const send = async (body: StockBody, leadsOn: boolean) => {
    setBusy(true);
    try {
      const {
        message,
        item: stored,
        changeId,
      } = await actionKey.send(JSON.stringify(body), (key) => changeStock(queryClient, item.id, body, key));
      putItem(queryClient, stored);
      discard();
      savedToast(queryClient, { title: message, description: REASON_LABELS[body.reason] }, changeId);
      onDone?.(leadsOn);
    } catch (error) {
      if (isUnconfirmed(error)) return;
      // Sent again, it has the same key.
      const isLost = isUnreachable(error);
      setProblem(
        isLost
          ? 'The shop did not answer, so it is not known whether the stock was changed. Press again: it is changed only once.'
          : failureMessage('Failed to change the stock', error),
      );
      if (isLost || (error instanceof ApiError && error.status === 404)) void reloadInventory(queryClient);
    } finally {
      setBusy(false);
    }
  };
  const isTyped = typed !== null && call !== null;
  return { shown, isBegun: text !== null, isTyped, call, problem, isBusy, change, step, save, discard, onDone };
};

interface ItemStockProps {
  item: AdminItem;
  stock: ReturnType<typeof useTypedStock>;
  /** True if an item begins here. */
  takesFocus: (id: number) => boolean;
}

/** The stock as a number with "+" and "−", and the reason of a change. It has a press of its own (behavior 9.22). */
export const ItemStock = ({ item, stock, takesFocus }: ItemStockProps) => {
  const { shown, isBegun, call, problem, isBusy, isTyped, change, step, save, onDone } = stock;
  const feedOwns = useFeedOwnsStock();
  const figure = useRef<HTMLInputElement>(null);
  const difference = differenceText(shown);
  const isIdle = call === null;
  const focusFigure = () => {
    figure.current?.focus();
    figure.current?.select();
  };
  useEffect(() => {
    if (!takesFocus(item.id)) return;
    figure.current?.focus();
    // Text that was typed on the way here continues.
    if (!isBegun) figure.current?.select();
  }, [takesFocus, item.id, isBegun]);
  const press = (leadsOn: boolean) => {
    const isSent = save(leadsOn);
    if (!isSent && leadsOn && onDone) onDone(true);
    else if (!isSent || (call && 'problem' in call)) focusFigure();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The fields around belong to another press.
    event.preventDefault();
    press(true);
  };
  return (
    <section aria-label="Stock" className="flex flex-col gap-3">
      {feedOwns(item) && (
        <p role="note" className="border-l-2 border-notice pl-3 text-sm text-text">
          {item.stockCorrected
            ? 'Corrected here, until the feed sends another figure.'
            : 'The feed owns this number. Yours holds until the feed sends another figure.'}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <div className="flex items-end gap-1.5">
          <IconButton label="− one piece" onClick={() => step(-1)} className="border-edge!">
            <Minus aria-hidden />
          </IconButton>
          <TextField
            ref={figure}
            label="In stock"
            inputMode="numeric"
            autoComplete="off"
            value={shown.text}
            isWrong={problem !== null}
            onChange={({ target }) => change({ text: target.value })}
            onKeyDown={keys}
            className="w-24"
            boxClassName="text-center text-lg font-semibold tabular-nums"
          />
          <IconButton label="+ one piece" onClick={() => step(1)} className="border-edge!">
            <Plus aria-hidden />
          </IconButton>
        </div>
        <Select
          label="Reason"
          options={REASONS}
          value={reasonOf(shown)}
          onChange={({ target }) => change({ reason: target.value as StockReason })}
          className="min-w-28 flex-1"
        />
        <Button
          busy={isBusy}
          variant={isTyped ? 'primary' : 'secondary'}
          onClick={() => press(false)}
          className={cx('max-sm:flex-1', isIdle && 'text-muted!')}
        >
          Change stock
        </Button>
      </div>
      {!isIdle && (
        <TextField
          label="Note"
          aside="optional"
          autoComplete="off"
          maxLength={LONGEST_NOTE}
          placeholder="Such as a delivery note"
          value={shown.note}
          onChange={({ target }) => change({ note: target.value })}
          onKeyDown={keys}
        />
      )}
      <p role="alert" className="text-sm text-danger-text empty:hidden">
        {problem}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
        <ItemWhy item={item} about="quantity" of={`${item.quantity} in stock`}>
          {item.quantity} in stock
        </ItemWhy>
        {item.reserved > 0 && <span className="text-notice-text">{item.reserved} reserved</span>}
        {difference && <span className="font-medium text-text">{difference}</span>}
      </p>
    </section>
  );
};
