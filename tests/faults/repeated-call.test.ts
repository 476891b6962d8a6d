import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Member, registerMember } from '../e2e/shop-api.ts';
import type { Answer } from './calls.ts';
import { addPiece, confirmOrder, type FaultShop, openFaultShop } from './fault-shop.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { waitUntil } from './wait.ts';

let server: PostgresServer;
let standby: PostgresServer;
let shop: FaultShop;

beforeAll(async () => {
  server = await startPostgresServer();
  await server.query('create database shop');
  shop = await openFaultShop({ env: { DATABASE_URL: server.url('shop') } });
  standby = await server.addStandby();
});

afterAll(async () => {
  await shop?.close();
  await standby?.close();
  await server?.close();
});

/** Cancels commits that wait for the standby, as an administrator may. */
const CANCEL = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and datname = 'shop'";

const outcomeOf = ({ status, code }: Answer) => [status, code].filter(Boolean).join(' ');

const add = (member: Member, key: string) => addPiece(shop, member, shop.productIds[0]!, key);
const confirm = (member: Member, key: string) => confirmOrder(shop, member, key);

test.each([
  ['a piece', async () => {}, add],
  ['an order', (member: Member) => add(member, randomUUID()), confirm],
])('repeating a call for %s acknowledges it only once the standby has it', async (_what, prepare, send) => {
  const member = await registerMember(shop);
  await prepare(member);
  const key = randomUUID();
  await standby.stop('immediate');
  let first: Answer | null = null;
  void send(member, key).then((answer) => {
    first = answer;
  });
  // The commit is then on the primary, where everybody can read it, and nowhere else. Other work of the shop waits too.
  await waitUntil(async () => {
    await server.query(CANCEL);
    return first;
  });
  expect(outcomeOf(first!)).toBe('503 outcome_unknown');
  const repeated = outcomeOf(await send(member, key));
  await standby.start();
  expect(repeated).toBe('503 outcome_unknown');
  await expect.poll(async () => outcomeOf(await send(member, key))).toMatch(/^20[01]$/);
});
