import type { StateKey } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';

/** What is stored that says how far the opening of the shop is. */
export interface OpeningFacts {
  hadOrders: boolean;
  hasProducts: boolean;
  hasLogo: boolean;
  /** Limits that the panel has set, in this version or an older one. */
  hasLimits: boolean;
  /** An invite was made, or somebody but the caller has an account. */
  hasGuests: boolean;
  /** Who set the access code in force; null if an older version did. */
  accessCodeSource: string | null;
  /** The settings that were saved in the panel at some time, in force or waiting. */
  saved: ReadonlySet<string>;
  /** The stored marks; null if nobody has made one. */
  marks: string | null;
}

export const findOpeningFacts = async (db: Db | Tx, { userId }: { userId: string }): Promise<OpeningFacts> => {
  const facts = await db
    .selectNoFrom(({ exists, or, selectFrom }) => {
      const state = (key: StateKey) => selectFrom('shop_state').select('value').where('key', '=', key);
      const others = selectFrom('users').select('id').where('id', '!=', userId).where('deleted_at', 'is', null);
      return [
        exists(selectFrom('receipts').select('id')).as('hadOrders'),
        exists(selectFrom('items').select('id').where('listed', '=', 1)).as('hasProducts'),
        exists(state('logo').where('value', '!=', '')).as('hasLogo'),
        exists(state('purchase_limits')).as('hasLimits'),
        or([exists(selectFrom('invites').select('id')), exists(others)]).as('hasGuests'),
        state('access_code_source').as('accessCodeSource'),
        state('opening').as('marks'),
      ];
    })
    .executeTakeFirstOrThrow();
  const waiting = db.selectFrom('waiting_settings').select('name');
  const saved = await db.selectFrom('settings').select('name').union(waiting).execute();
  return {
    hadOrders: Boolean(facts.hadOrders),
    hasProducts: Boolean(facts.hasProducts),
    hasLogo: Boolean(facts.hasLogo),
    hasLimits: Boolean(facts.hasLimits),
    hasGuests: Boolean(facts.hasGuests),
    accessCodeSource: facts.accessCodeSource,
    saved: new Set(saved.map(({ name }) => name)),
    marks: facts.marks,
  };
};
