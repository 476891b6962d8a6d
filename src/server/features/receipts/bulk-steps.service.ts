import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorCode, errorText, ShopError } from '#contract/errors.ts';
import { type moveReceipts, stepRefusal } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { isUnreachable, OutcomeUnknownError } from '../../db/failures.ts';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { updateReceipt } from './receipt-steps.service.ts';
import { findNumbers } from './receipts.queries.ts';

const NOT_FOUND = 'Receipt not found';

interface BulkStep {
  ids: readonly string[];
  to: ReceiptStatus;
  actor: AuditActor;
}

/**
 * Moves each of many receipts to a state, in a transaction of its own (behavior 7.22). One that cannot go there is refused
 * with the reason. If the database or the caller's right is lost on the way, the rest is refused too, so that the caller
 * learns what was done.
 * @throws that failure if it hits the first receipt
 */
export const moveEach = async (shop: Shop, { ids, to, actor }: BulkStep): Promise<OutputOf<typeof moveReceipts>> => {
  const done: string[] = [];
  const refused = new Map<string, ErrorCode>();
  let lost: ErrorCode | null = null;
  for (const id of new Set(ids)) {
    if (lost) {
      refused.set(id, lost);
      continue;
    }
    try {
      await updateReceipt(shop, { id, to, note: null, actor });
      done.push(id);
    } catch (error) {
      if (error instanceof ShopError && !isAboutCaller(error)) {
        refused.set(id, error.code);
        continue;
      }
      const failure = failureOf(error);
      if (!failure || done.length + refused.size === 0) throw error;
      refused.set(id, failure);
      lost = failure === 'outcome_unknown' ? 'unavailable' : failure;
    }
  }
  return { done, refused: await withReasons(shop, { refused, to, isLost: lost !== null }) };
};

/** The caller has lost the right in the meantime. */
const isAboutCaller = ({ status }: ShopError): boolean => status === 401 || status === 403;

/** The failures that the receipts after it would meet too. */
const failureOf = (error: unknown): ErrorCode | null => {
  if (error instanceof ShopError) return error.code;
  if (error instanceof OutcomeUnknownError) return 'outcome_unknown';
  return isUnreachable(error) ? 'unavailable' : null;
};

/** Says of each refused receipt why, with its number and state. */
const withReasons = async (
  { database }: Shop,
  { refused, to, isLost }: { refused: ReadonlyMap<string, ErrorCode>; to: ReceiptStatus; isLost: boolean },
): Promise<{ id: string; message: string }[]> => {
  const illegal = [...refused].filter(([, code]) => code === 'step_not_allowed').map(([id]) => id);
  const rows = illegal.length === 0 || isLost ? [] : await findNumbers(database.read, { ids: illegal });
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...refused].map(([id, code]) => {
    const receipt = known.get(id);
    if (receipt) return { id, message: stepRefusal(receipt, to) };
    return { id, message: code === 'not_found' ? NOT_FOUND : errorText(code) };
  });
};
