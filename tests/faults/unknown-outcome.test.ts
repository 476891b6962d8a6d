import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Member, registerMember } from '../e2e/shop-api.ts';
import type { Answer } from './calls.ts';
import { problemsOfCheck } from './fault.ts';
import { addPiece, confirmOrder, type FaultShop, openFaultShop } from './fault-shop.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type Loss, type NetworkProxy, startProxy } from './proxy.ts';
import { readSavedOrders, type SavedOrders } from './saved.ts';
import { waitUntil } from './wait.ts';

const UNKNOWN = "We can't tell whether this was saved. Please check before you try again.";

/** A write that adds something, and what the database holds of the member once it is saved. */
interface Write {
  title: string;
  /** Does what comes before the write. */
  prepare(member: Member): Promise<unknown>;
  send(member: Member, key: string): Promise<Answer>;
  saved: { pieces: number; receipts: number };
}

let server: PostgresServer;
let standby: PostgresServer;
let proxy: NetworkProxy;
let shop: FaultShop;

const add = (member: Member, key: string) => addPiece(shop, member, shop.productIds[0]!, key);
const confirm = (member: Member, key: string) => confirmOrder(shop, member, key);

const WRITES: readonly Write[] = [
  { title: 'a piece', prepare: async () => {}, send: add, saved: { pieces: 1, receipts: 0 } },
  {
    title: 'an order',
    prepare: (member) => add(member, randomUUID()),
    send: confirm,
    saved: { pieces: 1, receipts: 1 },
  },
];

beforeAll(async () => {
  server = await startPostgresServer();
  await server.query('create database shop');
  proxy = await startProxy(server.port);
  const address = new URL(server.url('shop'));
  address.port = String(proxy.port);
  shop = await openFaultShop({ env: { DATABASE_URL: address.href } });
});

afterAll(async () => {
  await shop?.close();
  await proxy?.close();
  await standby?.close();
  await server?.close();
});

const savedOf = async ({ username }: Member): Promise<{ pieces: number; receipts: number }> => {
  const orders = await readSavedOrders((query) => server.query(query, 'shop'));
  const { pieces, receipts }: SavedOrders = orders.get(username)!;
  return { pieces, receipts: receipts.size };
};

const isSaved = async (member: Member, { saved }: Write): Promise<boolean> =>
  JSON.stringify(await savedOf(member)) === JSON.stringify(saved);

const expectUnknown = ({ status, code, body, retryAfter, failure }: Answer): void => {
  expect({ status, code, message: body.message, failure }).toEqual({
    status: 503,
    code: 'outcome_unknown',
    message: UNKNOWN,
    failure: null,
  });
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
};

/** Repeats a write with its key until the shop knows the outcome. */
const settle = async (write: Write, member: Member, key: string): Promise<Answer> => {
  let last: Answer | undefined;
  await waitUntil(
    async () => {
      last = await write.send(member, key);
      return last.status !== 503 && last.failure === null;
    },
    { interval: 50 },
  );
  return last!;
};

const expectSavedOnce = async (write: Write, member: Member, key: string): Promise<void> => {
  const settled = await settle(write, member, key);
  expect([200, 201], JSON.stringify(settled.body)).toContain(settled.status);
  expect(await savedOf(member)).toEqual(write.saved);
  expect(await problemsOfCheck(shop)).toEqual([]);
};

describe('the answer of the commit is lost', () => {
  const ways: [Loss, string][] = [
    ['silence', 'and the connection stays silent'],
    ['cut', 'with the connection'],
  ];
  for (const write of WRITES) {
    for (const [loss, how] of ways) {
      test(`${write.title} counts as unknown, and repeating the call settles it, if the answer is lost ${how}`, async () => {
        const member = await registerMember(shop);
        const key = randomUUID();
        await write.prepare(member);
        proxy.loseAnswers(() => isSaved(member, write), loss);
        const answer = await write.send(member, key);
        await proxy.set('forward');
        expect(await isSaved(member, write)).toBe(true);
        expectUnknown(answer);
        await expectSavedOnce(write, member, key);
      });
    }
  }
});

describe('the standby that every commit waits for is stopped', () => {
  beforeAll(async () => {
    standby = await server.addStandby();
  });

  for (const write of WRITES) {
    test(`${write.title} counts as unknown if the commit waits too long`, async () => {
      const member = await registerMember(shop);
      const key = randomUUID();
      await write.prepare(member);
      await standby.stop('immediate');
      const answer = await write.send(member, key);
      await standby.start();
      expectUnknown(answer);
      await expectSavedOnce(write, member, key);
    });

    test(`${write.title} counts as unknown if PostgreSQL confirms the commit without the standby`, async () => {
      const member = await registerMember(shop);
      const key = randomUUID();
      await write.prepare(member);
      await standby.stop('immediate');
      const answered = write.send(member, key);
      await cancelWaitingCommit();
      const answer = await answered;
      await standby.start();
      expectUnknown(answer);
      await expectSavedOnce(write, member, key);
    });
  }
});

/** Cancels the commit that waits for the standby. PostgreSQL then confirms it, with a warning. */
const cancelWaitingCommit = () =>
  waitUntil(async () => {
    const cancelled = await server.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and datname = 'shop'",
    );
    return cancelled.length > 0;
  });
