import type { QueryClient } from '@tanstack/react-query';
import type { AdminReceipt, EachReceipt } from '#contract/receipts.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { manualSteps, RECEIPT_STATUSES, type ReceiptStatus } from '#domain/receipt-state.ts';
import { counted } from '#domain/text.ts';
import { unrecordedSum } from '#domain/unrecorded-payment.ts';
import { messageOf } from '../../../api/client.ts';
import { addPayments, moveReceipts, shipReceipts, undoReceiptSteps } from '../../../api/queries/receipts.admin.ts';
import { randomKey } from '../../../browser/random-key.ts';
import { toast } from '../../../ui/toast.ts';
import { restOf } from '../likely-payment.ts';
import { stepDoubt } from '../move-receipt.ts';

/** A receipt that was not moved, and the reason as a sentence. */
export type Refused = EachReceipt['refused'][number];

interface BulkLabels {
  /** The button. */
  label: string;
  /** The result for the receipts that took the step: "3 receipts are paid". */
  done: string;
  /** The result for the others. */
  refused: string;
}

const LABELS: Partial<Record<ReceiptStatus, BulkLabels>> = {
  paid: { label: 'Mark paid', done: 'marked paid', refused: 'not marked paid' },
  shipped: { label: 'Mark shipped', done: 'marked shipped', refused: 'not marked shipped' },
  completed: { label: 'Complete', done: 'completed', refused: 'not completed' },
  cancelled: { label: 'Cancel orders', done: 'canceled', refused: 'not canceled' },
};

export const bulkLabels = (to: ReceiptStatus): BulkLabels =>
  LABELS[to] ?? { label: to, done: `moved to ${to}`, refused: `not moved to ${to}` };

/** The steps that at least one of these receipts can take, in their order. */
export const bulkSteps = (receipts: readonly Pick<AdminReceipt, 'status'>[]): ReceiptStatus[] =>
  RECEIPT_STATUSES.filter((step) => receipts.some(({ status }) => manualSteps(status).includes(step)));

/** "1 receipt", "3 receipts". */
export const countReceipts = (count: number): string => counted(count, 'receipt');

const countWith = (count: number, state: string): string => `${countReceipts(count)} ${state}`;

/** A step of the selected receipts, or of some of them. */
export interface SelectedStep {
  to: ReceiptStatus;
  receipts?: readonly AdminReceipt[];
  /** The tracking of those that have one, for the step to shipped. */
  trackings?: ReadonlyMap<string, string>;
}

/** What is to be asked before a step of many receipts. */
export interface BulkDoubt {
  /** How many of them can take the step. */
  able: number;
  /** A sentence for each reason, with the numbers: "1 of 5 is short of stock: #1079." */
  reasons: string[];
  /** All but those that there is doubt about; also those that can't take the step and say why. */
  others: AdminReceipt[];
  /** How many of the others can take the step. */
  ableOthers: number;
}

/** What is to be asked before these receipts take a step, the same as of each alone; null if nothing is. */
export const bulkDoubt = (
  { to, receipts }: { to: ReceiptStatus; receipts: readonly AdminReceipt[] },
  missing: ReadonlyMap<string, number>,
): BulkDoubt | null => {
  const able = receipts.filter(({ status }) => manualSteps(status).includes(to));
  const doubtful = able.filter((receipt) => stepDoubt(to, receipt, missing.get(receipt.id) ?? 0) !== null);
  if (doubtful.length === 0) return null;
  const reasonOf = (state: string, of: readonly AdminReceipt[]): string[] => {
    const numbers = of.map(({ number }) => `#${number}`).join(', ');
    const verb = of.length === 1 ? 'is' : 'are';
    if (able.length === 1 && of.length === 1) return [`${numbers} ${verb} ${state}.`];
    return of.length === 0 ? [] : [`${of.length} of ${able.length} ${verb} ${state}: ${numbers}.`];
  };
  const isPart = ({ payment }: AdminReceipt) => payment.amount === 'part';
  return {
    able: able.length,
    reasons:
      to === 'shipped'
        ? reasonOf('short of stock', doubtful)
        : [
            ...reasonOf('not fully paid', doubtful.filter(isPart)),
            ...reasonOf(
              'not confirmed yet',
              doubtful.filter((receipt) => !isPart(receipt)),
            ),
          ],
    others: receipts.filter((receipt) => !doubtful.includes(receipt)),
    ableOthers: able.length - doubtful.length,
  };
};

/** Refusals that name their receipts. */
const named = (receipts: readonly AdminReceipt[], { done, refused }: EachReceipt): EachReceipt => ({
  done,
  refused: refused.map(({ id, message }) => {
    const name = `Receipt #${receipts.find((receipt) => receipt.id === id)?.number}`;
    return { id, message: message.startsWith(name) ? message : `${name}: ${message}` };
  }),
});

/**
 * Moves receipts and says how many it were, with an Undo that takes back exactly those (behavior 7.22). Returns the ones
 * that were refused, or null if the call failed.
 */
export const moveSelected = async (
  queryClient: QueryClient,
  {
    receipts,
    to,
    trackings,
    onUndone,
  }: SelectedStep & { receipts: readonly AdminReceipt[]; onUndone: (refused: Refused[]) => void },
): Promise<Refused[] | null> => {
  const { done: state, refused: not } = bulkLabels(to);
  try {
    const { done, refused } = trackings
      ? named(receipts, await shipReceipts(queryClient, receipts, trackings))
      : await moveReceipts(queryClient, { receipts, status: to });
    toast({
      title: countWith(done.length, state),
      ...(refused.length > 0 && { description: `${refused.length} ${not}` }),
      kind: done.length > 0 ? 'success' : 'error',
      ...(done.length > 0 && {
        action: {
          label: 'Undo',
          onSelect: () =>
            void undoSteps(
              queryClient,
              done.map((id) => ({ id, status: to })),
            ).then(onUndone),
        },
      }),
    });
    return refused;
  } catch (error) {
    toast({ title: 'Error', description: messageOf(error, 'Failed to update the receipts'), kind: 'error' });
    return null;
  }
};

/** Takes the step of these receipts to their state back, and shows the result. Returns those that could not go back. */
export const undoSteps = async (
  queryClient: QueryClient,
  receipts: readonly Pick<AdminReceipt, 'id' | 'status'>[],
): Promise<Refused[]> => {
  toast({ title: `Undoing ${countReceipts(receipts.length)}…` });
  try {
    const { done, refused } = await undoReceiptSteps(queryClient, receipts);
    toast({
      title: `Undone: ${countReceipts(done.length)}`,
      ...(refused.length > 0 && { description: `${refused.length} could not go back` }),
      kind: done.length > 0 ? 'success' : 'error',
    });
    return refused;
  } catch (error) {
    toast({ title: 'Error', description: messageOf(error, 'Failed to undo the step'), kind: 'error' });
    return [];
  }
};

/** "1 payment", "3 payments". */
export const countPayments = (count: number): string => counted(count, 'payment');

/** The keys of payments that may have been entered without a response, by receipt. */
export type RecordKeys = Map<string, string>;

/** Enters what these receipts lack, and says how many it were. Returns those that failed, with their numbers. */
export const recordSelected = async (
  queryClient: QueryClient,
  receipts: readonly AdminReceipt[],
  keys: RecordKeys,
): Promise<Refused[]> => {
  const keyOf = (id: string): string => {
    const key = keys.get(id) ?? randomKey();
    keys.set(id, key);
    return key;
  };
  const entries = receipts.map((receipt) => ({
    id: receipt.id,
    body: restOf(receipt),
    idempotencyKey: keyOf(receipt.id),
  }));
  const { done, refused } = named(receipts, await addPayments(queryClient, entries));
  for (const id of done) keys.delete(id);
  const recorded = receipts.filter(({ id }) => done.includes(id));
  toast({
    title: `${countPayments(done.length)} recorded`,
    description:
      refused.length > 0 ? `${refused.length} not recorded` : `${formatPrice(unrecordedSum(recorded))} in all`,
    kind: done.length > 0 ? 'success' : 'error',
  });
  return refused;
};
