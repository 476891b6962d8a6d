import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
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

const callOf = ({ quantity }: AdminItem, text: string) =>
  stockCall({ text, base: quantity, reason: null, kept: 'count', isLow: false, note: '' });

const CountForm = ({ id, items, onFilled, isBusy, onBusy, onClose }: CountFormProps) => {
  const queryClient = useQueryClient();
  const feedOwns = useFeedOwnsStock();
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [hasTried, setTried] = useState(false);
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
  const found = items.filter((item) => itemName(item).toLowerCase().includes(search.trim().toLowerCase()));
  const listed = found.slice(0, MOST_ONE_BY_ONE);
  const counts = items.filter((item) => typed.has(item.id));
  const problemOf = (item: AdminItem): string | null => {
    const call = callOf(item, typed.get(item.id) ?? '');
    return typed.has(item.id) && call && 'problem' in call ? call.problem : null;
  };

  const type = (item: AdminItem, text: string) => {
    const next = new Map(typed);
    if (text.trim() === '') next.delete(item.id);
    else next.set(item.id, text);
    setTyped(next);
    onFilled(next.size);
  };
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
        {found.length > listed.length &&
          ` These are the first ${listed.length} of ${found.length} items: the search shows others.`}
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
        {listed.map((item, index) => {
          const problem = hasTried ? problemOf(item) : null;
          return (
            <li key={item.id} className="flex flex-wrap items-center gap-x-3 py-1.5">
              <label htmlFor={`${id}-${item.id}`} className="min-w-0 flex-1 text-sm">
                <span className="block break-words text-text">{itemName(item)}</span>
                <span className="block text-muted">
                  {item.quantity} in stock
                  {item.reserved > 0 && `, ${item.reserved} of them reserved`}
                </span>
              </label>
              <input
                id={`${id}-${item.id}`}
                aria-label={`Count of ${itemName(item)}`}
                aria-invalid={problem !== null || undefined}
                aria-describedby={problem ? `${id}-${item.id}-problem` : undefined}
                data-autofocus={index === 0 || undefined}
                inputMode="numeric"
                autoComplete="off"
                value={typed.get(item.id) ?? ''}
                onChange={({ target }) => type(item, target.value)}
                onKeyDown={walkFields}
                className={cx(controlClass, 'w-24! text-right tabular-nums')}
              />
              {problem && (
                <p
                  id={`${id}-${item.id}-problem`}
                  role="alert"
                  className="basis-full text-right text-sm text-danger-text"
                >
                  {problem}
                </p>
              )}
            </li>
          );
        })}
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
