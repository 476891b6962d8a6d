import type { AuditEntry } from '#contract/audit.ts';
import type { AuditKind } from '#domain/audit.ts';
import { formatPrice } from '#domain/money.ts';
import type { Role } from '#domain/permissions.ts';
import { counted } from '#domain/text.ts';
import { panelLinks, tabAddress } from '../panel-links.ts';
import { lookOf, valueText } from '../settings/setting-fields.ts';

/** A piece of a sentence; with `href` it leads to what it names. */
export type Part = string | { text: string; href: string };

type Fields = Readonly<Record<string, unknown>>;

/** The members of a recorded value, if it has any. */
const fieldsOf = (value: AuditEntry['after']): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The actors that are no users. */
const ACTORS: Readonly<Record<string, string>> = {
  system: 'The shop',
  'command line': 'The command line',
  visitor: 'A visitor',
};

/** The name of the actor in the sentence. */
export const actorText = ({ actorId, actorName, role }: Pick<AuditEntry, 'actorId' | 'actorName' | 'role'>): string =>
  role === null ? (ACTORS[actorId] ?? actorId) : (actorName ?? 'A deleted account');

/** The user that an entry is about. */
const person = ({ subject, subjectName }: AuditEntry): Part =>
  subject !== null && subjectName !== null
    ? { text: subjectName, href: panelLinks.user({ userId: subject, username: subjectName }) }
    : 'a deleted account';

const times = (entry: AuditEntry): number => Number(fieldsOf(entry.after).times ?? 1);

/** How often it happened until its count ended; nothing for an entry of a single act. */
const often = (entry: AuditEntry, time: 'a minute' | 'an hour' = 'an hour'): string =>
  times(entry) > 1 ? `, ${times(entry)} times in ${time}` : '';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  member: 'a member',
  orders: 'a member of the order desk',
  inventory: 'a stock clerk',
  owner: 'an owner',
};

const receipt = ({ after }: AuditEntry): Part => {
  const number = Number(fieldsOf(after).number);
  return { text: `#${number}`, href: panelLinks.receipt(number) };
};

const FACTS: Readonly<Record<string, string>> = {
  received: 'the amount received',
  coin: 'the coin',
  txid: 'the transaction',
  tracking: 'the tracking number',
  panelNote: 'the private note',
  lines: 'the lines',
};

/** "the lines", "the lines and the transaction", "the coin, the transaction, and the lines". */
const list = new Intl.ListFormat('en-US');

const describeFacts = (changed: readonly unknown[]): string =>
  list.format(changed.map((fact) => FACTS[String(fact)] ?? String(fact)));

/** "wren added a payment of $75.00 to #1005", "wren undid a refund of $5.00 of #1005". */
const describePayment = (entry: AuditEntry, actor: string): Part[] => {
  const { payment, dollars, undone, gone } = fieldsOf(entry.after);
  const what = payment === 'refunded' ? 'a refund' : 'a payment';
  // A correction to a lower figure is below 0.
  const isPlain = textOf(dollars) === null || textOf(dollars)!.startsWith('-');
  const amount = isPlain ? '' : ` of ${formatPrice(textOf(dollars))}`;
  if (gone) return ['The chain lost ', `${what}${amount} of `, receipt(entry)];
  return [`${actor} ${undone ? 'undid' : 'added'} ${what}${amount} ${undone ? 'of' : 'to'} `, receipt(entry)];
};

const describeReceipt = (entry: AuditEntry, actor: string): Part[] => {
  const { undone, paymentSent, changed, ...after } = fieldsOf(entry.after);
  const status = textOf(after.status);
  if (paymentSent) return [`${actor} said that `, receipt(entry), ' is paid'];
  if (Array.isArray(changed)) return [`${actor} changed ${describeFacts(changed)} of `, receipt(entry)];
  if (undone) return [`${actor} undid a step of `, receipt(entry), `, ${String(status).replaceAll('_', ' ')} again`];
  if (entry.before === null) return [`${actor} placed order `, receipt(entry)];
  if (status === 'expired') return ['Order ', receipt(entry), ' expired'];
  if (status === 'cancelled') return [`${actor} canceled `, receipt(entry)];
  return [`${actor} marked `, receipt(entry), ` as ${String(status).replaceAll('_', ' ')}`];
};

/** The names that nobody has are counted together. */
const asWhom = ({ subject }: AuditEntry): string =>
  subject === 'unknown names' ? 'with unknown names' : `as ${subject ?? 'a deleted account'}`;

const describeFailedSignIn = (entry: AuditEntry, actor: string): Part[] => {
  if (entry.role !== null) return [`${actor} typed a wrong current password${often(entry, 'a minute')}`];
  const failures = counted(times(entry), 'failed sign-in');
  return [`${failures} ${asWhom(entry)}`];
};

const describeLimit = (entry: AuditEntry, actor: string): Part[] => {
  const { subject } = entry;
  if (subject === 'gate') return [`${actor} had to wait at the gate${often(entry)}`];
  if (subject === 'current password') return [`${actor} had to wait before another password check${often(entry)}`];
  if (subject?.startsWith('/')) return [`${actor} had to wait: too many calls of ${subject}${often(entry)}`];
  return [`${actor} had to wait to sign in ${asWhom(entry)}${often(entry)}`];
};

/** Of many refusals, only the first says what was asked for. */
const describeRefusal = (entry: AuditEntry, actor: string): Part[] => {
  if (entry.subject === null) {
    const who = entry.role === null ? 'without a session' : `to ${ROLE_WORDS[entry.role]}`;
    return [`The panel refused ${counted(times(entry), 'call')} ${who} in an hour`];
  }
  return [`${actor} was refused: ${entry.subject}`];
};

const VALUES: Readonly<Record<string, string>> = {
  username: 'the user name',
  email: 'the e-mail',
  signalUsername: 'the Telegram name',
  password: 'the password',
};

const describeAccount = (entry: AuditEntry, actor: string): Part[] => {
  const { changed } = fieldsOf(entry.after);
  const names = Array.isArray(changed) ? changed.map(String) : [];
  if (names.includes('deletion')) return [`${actor} deleted their own account`];
  return [`${actor} changed ${list.format(names.map((name) => VALUES[name] ?? name))} of their account${often(entry)}`];
};

const describeStatus = (entry: AuditEntry, actor: string): Part[] => {
  if (fieldsOf(entry.after).status === 'deleted') return [`${actor} deleted the account`];
  return [`${actor} ${entry.after === 'suspended' ? 'suspended' : 'restored'} `, person(entry)];
};

const describeVerification = (entry: AuditEntry, actor: string): Part[] => {
  const [was, is] = [fieldsOf(entry.before), fieldsOf(entry.after)];
  const until = textOf(is.verifiedUntil);
  if (was.verified && !is.verified) return [`${actor} removed the verification of `, person(entry)];
  const end = until === null ? '' : ` until ${until}`;
  if (!was.verified && is.verified) return [`${actor} verified `, person(entry), end];
  return [`${actor} set the end of the verification of `, person(entry), until === null ? ' to none' : ` to ${until}`];
};

const describePasskey = (entry: AuditEntry, actor: string): Part[] => {
  if (entry.after !== null) return [`${actor} added a passkey`];
  return fieldsOf(entry.before).passkeys === undefined
    ? [`${actor} removed a passkey`]
    : [`${actor} removed all passkeys of `, person(entry)];
};

const describeInvite = (entry: AuditEntry, actor: string): Part[] => {
  const after = fieldsOf(entry.after);
  if (entry.after === 'revoked') return [`${actor} revoked an invite`];
  if (after.code === 'replaced') return [`${actor} created another code for an invite`];
  if (after.state === 'used') return [`${actor} registered with an invite`];
  const uses = Number(after.uses);
  return [`${actor} created an invite${uses > 0 ? ` for ${counted(uses, 'account')}` : ''}`];
};

const describePoints = (entry: AuditEntry, actor: string): Part[] => {
  const { points, kind } = fieldsOf(entry.after);
  const amount = Number(points);
  if (amount < 0) return [`${actor} took ${counted(-amount, 'point')} from `, person(entry)];
  return [`${actor} gave `, person(entry), ` ${counted(amount, kind === 'test' ? 'test point' : 'point')}`];
};

const CHANGES: Readonly<Record<string, string>> = {
  edit: 'edited an item',
  bulk: 'edited items',
  markup: 'set markups',
  labels: 'corrected weight labels',
  category: 'changed a category',
  upload: 'replaced the inventory',
  sync: 'synced from the feed',
  revert: 'undid a change',
};

const describeChange = ({ after }: AuditEntry, actor: string): Part[] => {
  const { kind, added, changed, removed, decision, reason } = fieldsOf(after);
  if (decision) {
    const sync = { text: 'a sync that waited', href: tabAddress('inventory') };
    return [`${actor} ${decision === 'applied' ? 'applied' : 'refused'} `, sync, `: ${reason}`];
  }
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const;
  const shown = counts.filter(([count]) => Number(count) > 0).map(([count, word]) => `${count} ${word}`);
  const what = { text: CHANGES[String(kind)] ?? 'changed the inventory', href: tabAddress('inventory') };
  return [`${actor} `, what, shown.length > 0 ? ` (${shown.join(', ')})` : ''];
};

const EXPORTS: Readonly<Record<string, string>> = {
  'my-data': 'their own data',
  audit: 'the evidence',
  'audit with names': 'the evidence with names',
};

const describeSetting = ({ subject, before, after }: AuditEntry, actor: string): Part[] => {
  // Its values are names of pictures, which say nothing to a person.
  if (subject === 'the logo') return [`${actor} ${after === null ? 'removed' : 'changed'} the logo`];
  const name = subject ?? '';
  const { nextIndex } = fieldsOf(after);
  if (nextIndex !== undefined) return [`${actor} let ${lookOf(name).label} go on at index ${nextIndex}`];
  const [from, to] = [before, after].map((value) => (typeof value === 'string' ? valueText(name, value) : null));
  const values = to == null ? '' : `: ${from ?? 'none'} → ${to}`;
  const { label } = lookOf(name);
  return [actor === ACTORS.system ? `${label} changed${values}` : `${actor} changed ${label}${values}`];
};

const DESCRIPTIONS: Readonly<Record<AuditKind, (entry: AuditEntry, actor: string) => Part[]>> = {
  sign_in: ({ after }, actor) => [`${actor} signed in${fieldsOf(after).passkey ? ' with a passkey' : ''}`],
  sign_in_failed: describeFailedSignIn,
  limited: describeLimit,
  refused: describeRefusal,
  gate_passed: (entry, actor) => [`${actor} passed the gate${often(entry)}`],
  gate_refused: (entry) => [counted(times(entry), 'wrong access code')],
  role: (entry, actor) => [
    `${actor} made `,
    person(entry),
    ` ${ROLE_WORDS[entry.after as Role] ?? String(entry.after)}`,
  ],
  status: describeStatus,
  verified: describeVerification,
  reset_link: (entry, actor) => [`${actor} created a reset link for `, person(entry)],
  reset_used: (entry, actor) =>
    entry.role === null
      ? [`${actor} set a new password for `, person(entry)]
      : [`${actor} set a new password with a reset link`],
  account: describeAccount,
  signed_out: (entry, actor) => [
    `${actor} ended ${counted(Number(fieldsOf(entry.after).sessions), 'session')} of `,
    person(entry),
  ],
  invite: describeInvite,
  passkey: describePasskey,
  reauthenticated: (_, actor) => [`${actor} confirmed it's them`],
  receipt: describeReceipt,
  payment: describePayment,
  points: describePoints,
  change: describeChange,
  switch: ({ subject, after }, actor) => [
    `${actor} switched ${subject === 'auto_sync' ? 'auto sync' : subject} ${String(after)}`,
  ],
  settings: describeSetting,
  export: (entry, actor) => [
    `${actor} exported ${EXPORTS[entry.subject ?? ''] ?? `the ${entry.subject}`}${often(entry)}`,
  ],
  backup: ({ subject }, actor) => [`${actor} made the backup ${subject}`],
  restore: ({ subject }, actor) => [`${actor} restored the backup ${subject}`],
};

/** An entry as a sentence, in parts. */
export const describeEntry = (entry: AuditEntry): Part[] => DESCRIPTIONS[entry.kind](entry, actorText(entry));
