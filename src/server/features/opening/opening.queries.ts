import type { StateKey } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import { INVITES_ONLY } from '../gate/gate.queries.ts';

/** The stored facts that say how far the opening of the shop is. */
export interface OpeningFacts {
  hadOrders: boolean;
  /** The number of listed products. */
  products: number;
  hasLogo: boolean;
  /** Limits that the panel has set, in this version or an older one. */
  hasLimits: boolean;
  hasInvites: boolean;
  /** Somebody but the caller has an account. */
  hasGuests: boolean;
  /** The source of the access code in force; null if an older version set it, or if there are only invites. */
  accessCodeSource: string | null;
  /** The settings that were saved in the panel at some time, in force or waiting. */
  saved: ReadonlySet<string>;
  /** The stored marks; null if nobody has made one. */
  marks: string | null;
}

export const findOpeningFacts = async (db: Db | Tx, { userId }: { userId: string }): Promise<OpeningFacts> => {
  const facts = await db
    .selectNoFrom(({ exists, fn, selectFrom }) => {
      const state = (key: StateKey) => selectFrom('shop_state').select('value').where('key', '=', key);
      const others = selectFrom('users').select('id').where('id', '!=', userId).where('deleted_at', 'is', null);
      return [
        exists(selectFrom('receipts').select('id')).as('hadOrders'),
        selectFrom('items').select(fn.countAll().as('count')).where('listed', '=', 1).as('products'),
        exists(state('logo').where('value', '!=', '')).as('hasLogo'),
        exists(state('purchase_limits')).as('hasLimits'),
        exists(selectFrom('invites').select('id')).as('hasInvites'),
        exists(others).as('hasGuests'),
        state('access_code_source').as('accessCodeSource'),
        state('access_code_hash').as('accessCode'),
        state('opening').as('marks'),
      ];
    })
    .executeTakeFirstOrThrow();
  const waiting = db.selectFrom('waiting_settings').select('name');
  const saved = await db.selectFrom('settings').select('name').union(waiting).execute();
  return {
    hadOrders: Boolean(facts.hadOrders),
    products: Number(facts.products),
    hasLogo: Boolean(facts.hasLogo),
    hasLimits: Boolean(facts.hasLimits),
    hasInvites: Boolean(facts.hasInvites),
    hasGuests: Boolean(facts.hasGuests),
    accessCodeSource: facts.accessCode === INVITES_ONLY ? null : facts.accessCodeSource,
    saved: new Set(saved.map(({ name }) => name)),
    marks: facts.marks,
  };
};
