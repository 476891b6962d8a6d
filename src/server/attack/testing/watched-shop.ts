import { setTimeout } from 'node:timers/promises';
import { setCartNotes } from '#contract/cart.ts';
import { ERRORS } from '#contract/errors.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { updateAnyUser } from '#contract/users.admin.ts';
import { updateUser } from '#contract/users.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import type { Response } from '../../testing/calls.ts';
import type { EveryCall, ValidCall } from '../../testing/every-call/every-call.ts';
import { buildItem } from '../../testing/factories.ts';

/** In everything that a victim has. It must not be in a response to another member or a visitor. */
export const MARK = 'qzvictimqz';

/** No call may use more of the processor, whatever its input is. */
const MOST_CPU_MS = 5_000;
/** A call that takes longer hangs. */
const HANGS_MS = 50_000;

/** Texts that only the inside of the shop has: stacks, SQL, paths, hashes, names of columns and libraries. */
const INTERNAL =
  /\n\s+at |node_modules|\/tmp\/|\/src\/|\.[jt]s:\d|SQLITE_|\bselect .+ from "|insert into "|syntax error|\$argon2|violates|Cannot (read|set)|is not a function|ZodError|kysely|ECONN|ENOENT|password_hash|token_hash/i;

/** Creates a member with two of each: name, addresses, notes, orders and points all have the mark. */
export const plantVictim = async ({ shop, admin }: Pick<EveryCall, 'shop' | 'admin'>): Promise<Buyer> => {
  const victim = await buildBuyer(shop, { username: `${MARK}-name` });
  const { id } = await buildItem(shop);
  await victim.call(updateUser, { body: { signalUsername: `${MARK} chat` } });
  await admin.call(updateAnyUser, { params: { id: victim.id }, body: { memberType: `${MARK} type` } });
  const fillCart = async () => {
    await victim.add(id);
    await victim.call(setCartNotes, { body: { notes: `${MARK} notes` } });
  };
  for (const order of ['first', 'second']) {
    await fillCart();
    const { receipt } = (await victim.confirm(`${MARK}-${order}`)).body;
    const step = { status: 'paid', note: `${MARK} note` } as const;
    await admin.call(moveReceipt, { params: { id: receipt.id }, body: step });
    await admin.call(grantPoints, { body: { username: victim.username, points: 5, reason: `${MARK} reason` } });
  }
  await fillCart();
  return victim;
};

/** How many bad calls were made, and how they ended. */
export const tally = { calls: 0, accepted: 0, serverErrors: 0, slowestMs: 0, slowest: '' };

/** The list of settings tells owners which folder the operator has chosen. */
const FOLDER_SETTING = /"name":"DATA_DIR","section":"operator","value":"[^"]*"/;

/** The faults of a response to a bad call; empty if there are none. */
const faultsOf = ({ status, text, headers }: Response<unknown>, maySeeOthers: boolean): string[] => {
  const faults: string[] = [];
  if (status >= 500) faults.push(`status ${status}: ${text.slice(0, 300)}`);
  if (!maySeeOthers && text.includes(MARK)) faults.push(`data of somebody else: ${text.slice(0, 300)}`);
  const told = text.replace(FOLDER_SETTING, '');
  const internal = INTERNAL.exec(told);
  if (internal) faults.push(`internals: ${told.slice(Math.max(0, internal.index - 100), internal.index + 100)}`);
  if (status >= 400 && text !== '') {
    const { code, message } = JSON.parse(text);
    if (!(code in ERRORS) || typeof message !== 'string')
      faults.push(`not an error of the shop: ${text.slice(0, 300)}`);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/[\r\n]/.test(String(value))) faults.push(`a line break in ${name}`);
  }
  return faults;
};

/** Makes a call. Returns null if there is no response in time, or if it cost too much. */
const sendInTime = async ({ send }: Pick<EveryCall, 'send'>, call: ValidCall): Promise<Response<unknown> | null> => {
  const before = process.cpuUsage();
  const patience = new AbortController();
  const response = await Promise.race([send(call), setTimeout(HANGS_MS, null, { signal: patience.signal })]);
  patience.abort();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  if (ms > tally.slowestMs) {
    tally.slowestMs = ms;
    tally.slowest = `${Math.round(ms)} ms, ${call.method} ${call.path.slice(0, 60)}`;
  }
  return ms < MOST_CPU_MS ? response : null;
};

/** Makes a bad call. Returns its status, and what is wrong with the response. */
export const attack = async (
  calls: Pick<EveryCall, 'send' | 'admin'>,
  call: ValidCall,
): Promise<{ status: number; faults: string[] }> => {
  // A call that hangs because of its input hangs again.
  const response = (await sendInTime(calls, call)) ?? (await sendInTime(calls, call));
  tally.calls += 1;
  if (!response) return { status: 0, faults: [`no response after ${MOST_CPU_MS} ms of the processor`] };
  if (response.status < 300) tally.accepted += 1;
  if (response.status >= 500) tally.serverErrors += 1;
  return { status: response.status, faults: faultsOf(response, call.token === calls.admin.token) };
};

const prototypes = () =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((prototype) =>
    Reflect.ownKeys(prototype).map(String),
  );
const prototypesBefore = prototypes();

/** True if no call has changed the parts that all objects share. */
export const prototypesAreUntouched = (): boolean => JSON.stringify(prototypes()) === JSON.stringify(prototypesBefore);
