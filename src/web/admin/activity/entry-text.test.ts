import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { AUDIT_KINDS, type AuditKind } from '#domain/audit.ts';
import { describeEntry } from './entry-text.ts';

const entry = (kind: AuditKind, values: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  seq: 1,
  at: '2030-01-01T12:00:00.000Z',
  actorId: 'b',
  actorName: 'boss',
  role: 'owner',
  kind,
  subject: 'w',
  subjectName: 'wren',
  before: null,
  after: null,
  address: null,
  hash: 'abc',
  ...values,
});

const visitor = { actorId: 'visitor', actorName: 'visitor', role: null, subjectName: null } as const;
const shop = { actorId: 'system', actorName: 'system', role: null } as const;
const command = { actorId: 'command line', actorName: 'command line', role: null } as const;

const textOf = (of: AuditEntry): string =>
  describeEntry(of)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');

const CASES: readonly (readonly [AuditKind, Partial<AuditEntry>, string])[] = [
  ['sign_in', {}, 'boss signed in'],
  ['sign_in', { after: { passkey: 'p' } }, 'boss signed in with a passkey'],
  ['sign_in_failed', { ...visitor, subject: 'admin' }, '1 failed sign-in as admin'],
  ['sign_in_failed', { ...visitor, subject: 'admin', after: { times: 3 } }, '3 failed sign-ins as admin'],
  [
    'sign_in_failed',
    { ...visitor, subject: 'unknown names', after: { times: 3 } },
    '3 failed sign-ins with unknown names',
  ],
  ['sign_in_failed', { ...visitor, subject: null }, '1 failed sign-in as a deleted account'],
  ['sign_in_failed', { subject: 'current password' }, 'boss typed a wrong current password'],
  [
    'sign_in_failed',
    { subject: 'current password', after: { times: 2 } },
    'boss typed a wrong current password, 2 times in a minute',
  ],
  ['limited', { ...visitor, subject: 'gate' }, 'A visitor had to wait at the gate'],
  [
    'limited',
    { ...visitor, subject: 'admin', after: { times: 4 } },
    'A visitor had to wait to sign in as admin, 4 times in an hour',
  ],
  ['limited', { ...visitor, subject: null }, 'A visitor had to wait to sign in as a deleted account'],
  [
    'limited',
    { ...visitor, subject: 'unknown names', after: { times: 4 } },
    'A visitor had to wait to sign in with unknown names, 4 times in an hour',
  ],
  ['limited', { ...visitor, subject: '/api/login' }, 'A visitor had to wait: too many calls of /api/login'],
  ['limited', { subject: 'current password' }, 'boss had to wait before another password check'],
  ['refused', { subject: 'GET /api/admin/audit' }, 'boss was refused: GET /api/admin/audit'],
  ['refused', { ...visitor, subject: 'GET /api/admin/audit' }, 'A visitor was refused: GET /api/admin/audit'],
  [
    'refused',
    { role: 'member', subject: null, after: { times: 7 } },
    'The panel refused 7 calls to a member in an hour',
  ],
  [
    'refused',
    { ...visitor, subject: null, after: { times: 7 } },
    'The panel refused 7 calls without a session in an hour',
  ],
  ['gate_passed', visitor, 'A visitor passed the gate'],
  ['gate_passed', { ...visitor, after: { times: 2 } }, 'A visitor passed the gate, 2 times in an hour'],
  ['gate_refused', visitor, '1 wrong access code'],
  ['gate_refused', { ...visitor, after: { times: 9 } }, '9 wrong access codes'],
  ['role', { before: 'member', after: 'owner' }, 'boss made wren an owner'],
  ['role', { ...command, after: 'orders' }, 'The command line made wren a member of the order desk'],
  [
    'role',
    { actorName: null, subjectName: null, after: 'member' },
    'A deleted account made a deleted account a member',
  ],
  ['status', { before: 'active', after: 'suspended' }, 'boss suspended wren'],
  ['status', { before: 'suspended', after: 'active' }, 'boss restored wren'],
  ['status', { actorName: null, after: { status: 'deleted', texts: 0 } }, 'A deleted account deleted the account'],
  ['verified', { before: { verified: false }, after: { verified: true, verifiedUntil: null } }, 'boss verified wren'],
  [
    'verified',
    { before: { verified: false }, after: { verified: true, verifiedUntil: '2031-02-03' } },
    'boss verified wren until 2031-02-03',
  ],
  ['verified', { before: { verified: true }, after: { verified: false } }, 'boss removed the verification of wren'],
  [
    'verified',
    { before: { verified: true }, after: { verified: true, verifiedUntil: '2031-02-03' } },
    'boss set the end of the verification of wren to 2031-02-03',
  ],
  ['reset_link', {}, 'boss created a reset link for wren'],
  ['reset_used', { actorName: 'wren', role: 'member' }, 'wren set a new password with a reset link'],
  ['reset_used', command, 'The command line set a new password for wren'],
  ['account', { after: { changed: ['email'] } }, 'boss changed the e-mail of their account'],
  [
    'account',
    { after: { changed: ['username', 'signalUsername', 'password'] } },
    'boss changed the user name, the Telegram name, and the password of their account',
  ],
  [
    'account',
    { role: 'member', after: { changed: ['email'], times: 4 } },
    'boss changed the e-mail of their account, 4 times in an hour',
  ],
  ['account', { actorName: null, after: { changed: ['deletion'] } }, 'A deleted account deleted their own account'],
  ['signed_out', { after: { sessions: 2 } }, 'boss ended 2 sessions of wren'],
  ['invite', { after: { state: 'open', code: 'replaced' } }, 'boss created another code for an invite'],
  ['invite', { after: { state: 'open', uses: 3 } }, 'boss created an invite for 3 accounts'],
  ['invite', { before: 'open', after: 'revoked' }, 'boss revoked an invite'],
  ['invite', { actorName: 'wren', after: { state: 'used', used: 1 } }, 'wren registered with an invite'],
  ['passkey', { after: { passkey: 'p' } }, 'boss added a passkey'],
  ['passkey', { before: { passkey: 'p' } }, 'boss removed a passkey'],
  ['passkey', { ...command, before: { passkeys: 2 } }, 'The command line removed all passkeys of wren'],
  ['reauthenticated', {}, "boss confirmed it's them"],
  ['receipt', { after: { number: 1005, status: 'awaiting_payment' } }, 'boss placed order #1005'],
  [
    'receipt',
    { before: { status: 'awaiting_payment' }, after: { number: 1005, status: 'paid' } },
    'boss marked #1005 as paid',
  ],
  [
    'receipt',
    { ...shop, before: { status: 'awaiting_payment' }, after: { number: 7, status: 'expired' } },
    'Order #7 expired',
  ],
  ['receipt', { before: { status: 'paid' }, after: { number: 7, status: 'cancelled' } }, 'boss canceled #7'],
  [
    'receipt',
    { before: { status: 'paid' }, after: { number: 7, status: 'awaiting_payment', undone: true } },
    'boss undid a step of #7, awaiting payment again',
  ],
  [
    'payment',
    { after: { number: 7, payment: 'received', dollars: '1075.00' } },
    'boss added a payment of $1,075.00 to #7',
  ],
  ['payment', { after: { number: 7, payment: 'refunded', dollars: '5.00' } }, 'boss added a refund of $5.00 to #7'],
  [
    'payment',
    { after: { number: 7, payment: 'refunded', dollars: '5.00', undone: true } },
    'boss undid a refund of $5.00 of #7',
  ],
  [
    'payment',
    { after: { number: 7, payment: 'received', dollars: '-5.00', undone: true } },
    'boss undid a payment of #7',
  ],
  [
    'payment',
    { after: { number: 7, payment: 'received', dollars: '75.00', gone: true } },
    'The chain lost a payment of $75.00 of #7',
  ],
  ['payment', { after: { number: 7, payment: 'received', dollars: null } }, 'boss added a payment to #7'],
  ['receipt', { before: {}, after: { number: 7, paymentSent: true } }, 'boss said that #7 is paid'],
  [
    'receipt',
    { before: { received: null }, after: { number: 7, changed: ['received', 'panelNote'], received: '5.00' } },
    'boss changed the amount received and the private note of #7',
  ],
  [
    'receipt',
    { before: { total: '9.00' }, after: { number: 7, changed: ['lines'], total: '5.00' } },
    'boss changed the lines of #7',
  ],
  ['points', { after: { kind: 'granted', points: 5, balance: 5 } }, 'boss gave wren 5 points'],
  ['points', { after: { kind: 'deducted', points: -1, balance: 4 } }, 'boss took 1 point from wren'],
  [
    'points',
    { ...visitor, subjectName: 'wren', after: { kind: 'test', points: 2 } },
    'A visitor gave wren 2 test points',
  ],
  [
    'change',
    { after: { kind: 'upload', added: 3, changed: 0, removed: 2 } },
    'boss replaced the inventory (3 added, 2 removed)',
  ],
  [
    'change',
    { ...shop, after: { kind: 'sync', added: 0, changed: 4, removed: 0 } },
    'The shop synced from the feed (4 changed)',
  ],
  [
    'change',
    { after: { decision: 'refused', reason: 'Prices would double.' } },
    'boss refused a sync that waited: Prices would double.',
  ],
  [
    'change',
    { after: { decision: 'applied', reason: 'Prices would double.' } },
    'boss applied a sync that waited: Prices would double.',
  ],
  ['switch', { subject: 'auto_sync', before: 'on', after: 'off' }, 'boss switched auto sync off'],
  [
    'settings',
    { ...shop, subject: 'BTC_ADDRESS', before: 'bc1a', after: 'bc1b' },
    'Bitcoin address changed: bc1a → bc1b',
  ],
  [
    'settings',
    { subject: 'SHIPPING_STANDARD', before: '15', after: '12.50' },
    'boss changed Standard shipping: $15 → $12.50',
  ],
  [
    'settings',
    { subject: 'MEMBERS_NEED_APPROVAL', before: 'off', after: 'on' },
    'boss changed New members need approval: Off → On',
  ],
  [
    'settings',
    { subject: 'BTC_XPUB', before: { nextIndex: 4 }, after: { nextIndex: 40 } },
    'boss let Bitcoin account key go on at index 40',
  ],
  ['settings', { subject: 'SOMETHING_GONE', before: null, after: 'a' }, 'boss changed SOMETHING_GONE: none → a'],
  ['settings', { subject: 'the logo', before: null, after: '/api/logo/a.webp' }, 'boss changed the logo'],
  ['settings', { subject: 'the logo', before: '/api/logo/a.webp', after: null }, 'boss removed the logo'],
  ['settings', { ...command, subject: 'SHOP_ACCESS_CODE' }, 'The command line changed Access code'],
  ['export', { subject: 'users' }, 'boss exported the users'],
  ['export', { subject: 'my-data' }, 'boss exported their own data'],
  ['export', { subject: 'my-data', after: { times: 620 } }, 'boss exported their own data, 620 times in an hour'],
  ['backup', { ...command, subject: 'a.backup' }, 'The command line made the backup a.backup'],
  ['restore', { ...command, subject: 'a.backup' }, 'The command line restored the backup a.backup'],
];

test.each(CASES)('%s with %j reads "%s"', (kind, values, sentence) => {
  expect(textOf(entry(kind, values))).toBe(sentence);
});

test('every kind has a sentence, and odd values give no other', () => {
  expect(new Set(CASES.map(([kind]) => kind))).toEqual(new Set(AUDIT_KINDS));
  for (const kind of AUDIT_KINDS) {
    for (const value of [null, [], 'x', 5, { status: 1 }]) {
      expect(textOf(entry(kind, { before: value, after: value })).length).toBeGreaterThan(5);
    }
  }
});

test('a sentence leads to the receipt, the user or the inventory that it is about', () => {
  const linksOf = (of: AuditEntry) =>
    describeEntry(of).flatMap((part) => (typeof part === 'string' ? [] : [part.href]));
  expect(linksOf(entry('role', { after: 'owner' }))).toEqual(['/admincp?tab=users&q=wren&open=w']);
  expect(linksOf(entry('role', { after: 'owner', subjectName: null }))).toEqual([]);
  expect(linksOf(entry('receipt', { after: { number: 1005, status: 'paid' } }))).toEqual([
    '/admincp?tab=receipts&q=%231005',
  ]);
  expect(linksOf(entry('change', { after: { kind: 'sync' } }))).toEqual(['/admincp?tab=inventory']);
});
