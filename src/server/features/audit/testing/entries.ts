import { randomUUID } from 'node:crypto';
import type { TestShop } from '../../../testing/test-shop.ts';
import { type AuditAct, type AuditActor, recordAudit } from '../audit.queries.ts';
import { chainEntries } from '../chain.service.ts';
import { checkEvidence } from '../chain-check.ts';

/** A user as the actor of an entry, who needs no account. */
export const someActor = (values: Partial<AuditActor> = {}): AuditActor => ({
  id: randomUUID(),
  name: `Wren.${randomUUID().slice(0, 8)}`,
  role: 'owner',
  address: '203.0.113.7',
  ...values,
});

/** Records an entry. */
export const recordEntry = ({ database, clock }: TestShop, act: Partial<AuditAct> = {}): Promise<void> =>
  database.write((tx) =>
    recordAudit(tx, { actor: someActor(), kind: 'switch', subject: 'test', now: clock(), ...act }),
  );

/** All entries in the order of the chain, those that wait last. */
export const readEntries = ({ database }: TestShop) =>
  database.read
    .selectFrom('audit')
    .leftJoin('audit_texts', 'audit_texts.entry_id', 'audit.id')
    .selectAll('audit')
    .select(['audit_texts.address as address_text', 'audit_texts.actor_name as actor_text'])
    .orderBy((order) => order.fn.coalesce('audit.seq', order.lit(1e15)))
    .orderBy('audit.id')
    .execute();

/** Chains what waits, and returns what `shop check` says about the evidence. */
export const chainAndCheck = async (shop: TestShop) => {
  await chainEntries(shop.database);
  return checkEvidence(shop.database, { now: shop.clock() });
};
