import { type ErrorCode, ShopError } from '#contract/errors.ts';
import { type EachReceipt, stepRefusal, undoRefusal } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { isUnreachable, OutcomeUnknownError } from '../../db/failures.ts';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { type Once, onceWith, withoutAct } from '../idempotency/once.ts';
import { updateReceipt } from './receipt-steps.service.ts';
import { findNumbers } from './receipts.queries.ts';
import { undoStep } from './undo-step.service.ts';

const NOT_FOUND = 'Receipt not found';

interface Bulk {
  ids: readonly string[];
  /** The states that the caller saw, by id. */
  from: Readonly<Record<string, ReceiptStatus>> | undefined;
  actor: AuditActor;
  /** The request's Idempotency-Key. It holds for each receipt. */
  key: string | null;
}

/** Moves each of many receipts to a state (behavior 7.22). */
export const moveEach = (
  shop: Shop,
  { ids, from, to, actor, key }: Bulk & { to: ReceiptStatus },
): Promise<Once<EachReceipt>> =>
  doEach(shop, ids, {
    act: (id) => updateReceipt(shop, { id, to, from: seen(from, id), note: null, actor, key }),
    refusal: (receipt) => stepRefusal(receipt, to),
  });

/** Takes the last step of each of many receipts back (behavior 7.22). */
export const undoEach = (shop: Shop, { ids, from, actor, key }: Bulk): Promise<Once<EachReceipt>> =>
  doEach(shop, ids, {
    act: (id) => undoStep(shop, { id, from: seen(from, id), reason: null, actor, key }),
    refusal: (receipt) => undoRefusal(receipt, seen(from, receipt.id)),
  });

const seen = (from: Bulk['from'], id: string): ReceiptStatus | undefined =>
  from && Object.hasOwn(from, id) ? from[id] : undefined;

interface NumberedReceipt {
  id: string;
  number: number;
  status: ReceiptStatus;
}

interface Act {
  act: (id: string) => Promise<Once<object>>;
  /** Says why a receipt does not take the step. */
  refusal: (receipt: NumberedReceipt) => string;
}

/**
 * Does something with each of many receipts, in a transaction of its own. One that does not allow it is refused with the
 * reason. If the database or the caller's right is lost on the way, the rest is refused too, so that the caller learns
 * what was done.
 * @throws that failure if it hits the first receipt
 */
const doEach = async (shop: Shop, ids: readonly string[], { act, refusal }: Act): Promise<Once<EachReceipt>> => {
  const done = new Map<string, Once<object>>();
  const refused = new Map<string, ShopError>();
  let lost: ErrorCode | null = null;
  for (const id of new Set(ids)) {
    if (lost) {
      refused.set(id, new ShopError(lost));
      continue;
    }
    try {
      done.set(id, await act(id));
    } catch (error) {
      if (error instanceof ShopError && !isAboutCaller(error)) {
        refused.set(id, error);
        continue;
      }
      const failure = failureOf(error);
      if (!failure || done.size + refused.size === 0) throw error;
      refused.set(id, new ShopError(failure));
      lost = failure === 'outcome_unknown' ? 'unavailable' : failure;
    }
  }
  const result = {
    done: [...done.keys()],
    refused: await withReasons(shop, { refused, refusal, isLost: lost !== null }),
  };
  const [first] = done.values();
  return first ? onceWith(first, result) : withoutAct(result);
};

/** The caller has lost the right in the meantime. */
const isAboutCaller = ({ status }: ShopError): boolean => status === 401 || status === 403;

/** The failures that the receipts after it would meet too. */
const failureOf = (error: unknown): ErrorCode | null => {
  if (error instanceof ShopError) return error.code;
  if (error instanceof OutcomeUnknownError) return 'outcome_unknown';
  return isUnreachable(error) ? 'unavailable' : null;
};

/** Says of each refused receipt why, with its number and state. Stock that is short is named product by product. */
const withReasons = async (
  { database }: Shop,
  { refused, refusal, isLost }: { refused: ReadonlyMap<string, ShopError>; isLost: boolean } & Pick<Act, 'refusal'>,
): Promise<EachReceipt['refused']> => {
  const illegal = [...refused].filter(([, { code }]) => code === 'step_not_allowed').map(([id]) => id);
  const rows = illegal.length === 0 || isLost ? [] : await findNumbers(database.read, { ids: illegal });
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...refused].map(([id, { code, message, details }]) => {
    const receipt = known.get(id);
    if (receipt) return { id, message: refusal(receipt) };
    if (code === 'not_found') return { id, message: NOT_FOUND };
    return { id, message: details.errors?.join(' ') || message };
  });
};
