import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, memo, type RefCallback, useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { counted } from '#domain/text.ts';
import { type ActionKey, createActionKey } from '../../../api/action-key.ts';
import { putItem } from '../../../api/queries/inventory.ts';
import { changeStock } from '../../../api/queries/inventory-items.ts';
import { beforeLeaving } from '../../../browser/paths.ts';
import { LeaveQuestion } from '../../../shared/leave-question.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { controlClass } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { hasToken } from '../../action-toasts.ts';
import { walkFields } from '../../lists/walk-fields.ts';
import { useFeedOwnsStock } from '../item/feed-line.tsx';
import { stockCall } from '../item/typed-stock.ts';
import { LostResponse } from './lost-response.tsx';
import { MOST_ONE_BY_ONE, type OneByOne, oneByOne, outcomeToast } from './one-by-one.ts';

interface CountDialogProps {
  /** The items to count, as they were when it was opened; null while it is closed. */
  items: readonly AdminItem[] | null;
  onClose: () => void;
}

/** Many counts one after the other, saved with one press (behavior 9.22). */
export const CountDialog = ({ items, onClose }: CountDialogProps) => {
  const shown = useLastShown(items);
  const id = useId();
  const [filled, setFilled] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const close = () => beforeLeaving('', onClose);
  return (
    <Dialog
      open={items !== null}
      onClose={close}
      title="Count stock"
      phone="full"
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="min-w-0 flex-1 text-sm text-muted">Enter goes to the next item.</p>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy} disabled={filled === 0}>
            {filled === 0 ? 'Save counts' : `Save ${counted(filled, 'count')}`}
          </Button>
        </div>
      }
    >
      {items && shown && (
        <CountForm id={id} items={shown} onFilled={setFilled} isBusy={isBusy} onBusy={setBusy} onClose={onClose} />
      )}
    </Dialog>
  );
};

interface CountFormProps {
  id: string;
  items: readonly AdminItem[];
  onFilled: (count: number) => void;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

const nowhere = () => false;

/** So many rows at once, and more of them as somebody gets near the last one. */
const ROWS = 100;
const NEAR_THE_LAST = 20;

const callOf = ({ quantity }: AdminItem, text: string) =>
  stockCall({ text, base: quantity, reason: null, kept: 'count', isLow: false, note: '' });

const CountForm = ({ id, items, onFilled, isBusy, onBusy, onClose }: CountFormProps) => {
  const queryClient = useQueryClient();
  const feedOwns = useFeedOwnsStock();
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [hasTried, setTried] = useState(false);
  const [focused, setFocused] = useState<number | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [lost, setLost] = useState<OneByOne | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [actionKeys] = useState(() => new Map<number, ActionKey>());
  const actionKeyOf = ({ id: each }: AdminItem): ActionKey => {
    const known = actionKeys.get(each) ?? createActionKey();
    actionKeys.set(each, known);
    return known;
  };
  const [search, setSearch] = useState('');
  const [rows, setRows] = useState(ROWS);
  const moreInView = useCallback(
    (row: Element | null) => {
      if (!row) return;
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setRows(rows + ROWS);
      });
      observer.observe(row);
      return () => observer.disconnect();
    },
    [rows],
  );
  const found = items.filter((item) => itemName(item).toLowerCase().includes(search.trim().toLowerCase()));
  const listed = found.slice(0, rows);
  const counts = items.filter((item) => typed.has(item.id));
  const problemOf = (item: AdminItem): string | null => {
    const call = callOf(item, typed.get(item.id) ?? '');
    return typed.has(item.id) && call && 'problem' in call ? call.problem : null;
  };

  const latest = useRef(typed);
  latest.current = typed;
  // The same function for every letter, so that only the row of the letter renders again.
  const type = useCallback(
    (item: AdminItem, text: string) => {
      const next = new Map(latest.current);
      if (text.trim() === '') next.delete(item.id);
      else next.set(item.id, text);
      setTyped(next);
      onFilled(next.size);
    },
    [onFilled],
  );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || typed.size === 0 || !hasToken()) return;
    setTried(true);
    const wrong = counts.find((item) => problemOf(item) !== null);
    if (wrong) {
      // It may be out of the search.
      if (!listed.includes(wrong)) flushSync(() => setSearch(itemName(wrong)));
      return document.getElementById(`${id}-${wrong.id}`)?.focus();
    }
    onBusy(true);
    // What is saved is taken out: another press must not add a delivery twice.
    const unsaved = new Map(typed);
    const outcome = await oneByOne(counts, async (item) => {
      const call = callOf(item, typed.get(item.id)!);
      if (call === null || 'problem' in call) return { changeId: null };
      const { item: stored, changeId } = await actionKeyOf(item).send(JSON.stringify(call.body), (key) =>
        changeStock(queryClient, item.id, call.body, key),
      );
      unsaved.delete(item.id);
      putItem(queryClient, stored);
      return { changeId };
    });
    onBusy(false);
    setLost(outcome.unknown ? outcome : null);
    outcomeToast(queryClient, outcome, (all) => `Stock of ${all} counted`);
    onFilled(unsaved.size);
    if (unsaved.size > 0) return setTyped(unsaved);
    flushSync(() => setLeft(true));
    onClose();
  };
  return (
    <form ref={form} id={id} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        Type what you counted, or a delivery such as +10. What you leave empty stays as it is.
        {listed.some(feedOwns) && ' A count of a feed’s item holds until the feed sends another figure.'}
      </p>
      {items.length > MOST_ONE_BY_ONE && (
        <TextField
          label="Search the items to count"
          hideLabel
          type="search"
          autoComplete="off"
          placeholder="Search by name"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={walkFields}
        />
      )}
      <ul className="divide-y divide-line border-y border-line">
        {listed.map((item, index) => (
          <CountRow
            key={item.id}
            id={`${id}-${item.id}`}
            item={item}
            text={typed.get(item.id) ?? ''}
            problem={hasTried || focused !== item.id ? problemOf(item) : null}
            isFirst={index === 0}
            inView={index >= rows - NEAR_THE_LAST && found.length > rows ? moreInView : undefined}
            onType={type}
            onFocus={setFocused}
          />
        ))}
      </ul>
      <LostResponse outcome={lost} />
      <LeaveQuestion
        unsaved={typed.size > 0 && !isLeft ? ['Counts'] : []}
        isHere={nowhere}
        onLeave={() => onFilled(0)}
      />
    </form>
  );
};

interface CountRowProps {
  id: string;
  item: AdminItem;
  text: string;
  problem: string | null;
  isFirst: boolean;
  /** Set if more rows are needed once this one is in view. */
  inView: RefCallback<HTMLLIElement> | undefined;
  onType: (item: AdminItem, text: string) => void;
  onFocus: (id: number | null) => void;
}

const CountRow = memo(function CountRow({ id, item, text, problem, isFirst, inView, onType, onFocus }: CountRowProps) {
  return (
    <li ref={inView} className="flex flex-wrap items-center gap-x-3 py-1.5">
      <label htmlFor={id} className="min-w-0 flex-1 text-sm">
        <span className="block break-words text-text">{itemName(item)}</span>
        <span className="block text-muted">
          {item.quantity} in stock
          {item.reserved > 0 && `, ${item.reserved} of them reserved`}
        </span>
      </label>
      <input
        id={id}
        aria-label={`Count of ${itemName(item)}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        data-autofocus={isFirst || undefined}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={({ target }) => onType(item, target.value)}
        onFocus={() => onFocus(item.id)}
        onBlur={() => onFocus(null)}
        onKeyDown={walkFields}
        className={cx(controlClass, 'w-24! text-right tabular-nums')}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="basis-full text-right text-sm text-danger-text">
          {problem}
        </p>
      )}
    </li>
  );
});
