import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inSeconds } from '../../tests/faults/calls.ts';
import { startLoad } from '../../tests/faults/load.ts';
import { compareOrders, readSavedOrders } from '../../tests/faults/saved.ts';
import { type ClusterShop, type Mode, openClusterShop, problemsOfCheck, readerOf, report } from './cluster-shop.ts';
import { endOfLog } from './machines.mjs';
import type { Node } from './patroni.mjs';
import { killAll, signalAll } from './processes.mjs';
import { startReads } from './reads.ts';

const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 1);
const MODE: Mode = process.env.CLUSTER_MODE === 'async' ? 'async' : 'sync';

/** Writes are back through HAProxy within this time after Patroni names the new leader. */
const WRITES_BACK_LIMIT_MS = 15_000;
/** How long a test waits for a new leader (`ttl` and an election), and for writes, on a busy machine. */
const PATIENCE_MS = 60_000;
/** A standby gives up a connection on which it hears nothing after 60 s (`wal_receiver_timeout`), and opens another. */
const CATCH_UP_MS = 90_000;
/** As many acknowledged calls show that the load is at work. */
const AT_WORK = 40;

let running: ClusterShop;
beforeAll(async () => {
  running = await openClusterShop({ mode: MODE, proxies: true });
});
afterAll(() => running?.close());

/** Something that happens to the leader's machine, and how the machine comes back. */
interface LeaderFault {
  cause(leader: Node): Promise<void>;
  heal(leader: Node): Promise<void>;
}

type Network = 'forward' | 'swallow';

const setNetwork = async ({ name, etcdFolder }: Node, mode: Network, isMeant = (_port: number) => true) => {
  // The members of etcd know one address of each other, so a frozen one stands for one that is cut off.
  signalAll(etcdFolder, mode === 'swallow' ? 'SIGSTOP' : 'SIGCONT');
  const proxies = (running.networks.get(name) ?? []).filter(({ port }) => isMeant(port));
  await Promise.all(proxies.map((proxy) => proxy.set(mode)));
};

/** The shops and the standbys still reach the leader. It must stop writing by itself before another one begins. */
const setNetworkToEtcd = (node: Node, mode: Network) =>
  setNetwork(node, mode, (port) => !Object.values(node.reached).includes(port));

const FAULTS: Record<string, LeaderFault> = {
  killed: { cause: ({ folder }) => killAll(folder), heal: (leader) => running.cluster.start(leader) },
  frozen: {
    cause: async ({ folder }) => signalAll(folder, 'SIGSTOP'),
    heal: async ({ folder }) => signalAll(folder, 'SIGCONT'),
  },
  'cut off': { cause: (leader) => setNetwork(leader, 'swallow'), heal: (leader) => setNetwork(leader, 'forward') },
  'cut off from etcd alone': {
    cause: (leader) => setNetworkToEtcd(leader, 'swallow'),
    heal: (leader) => setNetworkToEtcd(leader, 'forward'),
  },
  'switched over': { cause: () => switchOver(), heal: async () => {} },
};

/** Hands over to a standby that has every commit, as before maintenance. */
const switchOver = async () => {
  const { cluster } = running;
  const wanted = MODE === 'sync' ? 'sync_standby' : 'replica';
  const findStandby = async () => (await cluster.members()).find(({ role }) => role === wanted)?.name;
  const name = await vi.waitUntil(findStandby, { timeout: PATIENCE_MS, interval: 100 });
  await cluster.switchTo(cluster.nodes.find((node) => node.name === name)!);
};

/** Waits until Patroni names a leader other than this node. Returns the time. */
const newLeaderAt = async ({ name }: Node): Promise<number> => {
  const isNamed = async () =>
    (await running.cluster.members()).some((member) => member.role === 'leader' && member.name !== name);
  try {
    await vi.waitUntil(isNamed, { timeout: PATIENCE_MS, interval: 20 });
  } catch {
    throw new Error(`No new leader was named.\n${running.cluster.nodes.map(endOfLog).join('\n')}`);
  }
  return Date.now();
};

/** Waits until a node has everything that the leader has. */
const caughtUp = async (node: Node, leader: Node): Promise<void> => {
  const [end] = await readerOf(running.cluster.urlOf(leader))<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
  const behind = `select pg_last_wal_replay_lsn() >= '${end!.lsn}' as done`;
  const isDone = async () => (await readerOf(running.cluster.urlOf(node))<{ done: boolean }>(behind))[0]?.done === true;
  try {
    await vi.waitUntil(() => isDone().catch(() => false), { timeout: CATCH_UP_MS, interval: 100 });
  } catch {
    const members = JSON.stringify(await running.cluster.members());
    throw new Error(`${node.name} lacks a part of the log up to ${end!.lsn}.\n${members}\n${endOfLog(node)}`);
  }
};

/** Lets members order and a visitor read, breaks the leader and brings it back. Returns what did not hold. */
const problemsAfter = async (name: string, { cause, heal }: LeaderFault): Promise<string[]> => {
  const { cluster, shop } = running;
  const problems: string[] = [];
  await cluster.healthy();
  const old = await cluster.leader();
  const before = await readSavedOrders(readerOf(cluster.urlOf(old)));
  const load = startLoad(shop);
  const reads = startReads(shop.url);
  let newLeaderMs: number | null = null;
  let writesBackMs: number | null = null;
  try {
    await load.acknowledged(AT_WORK);
    const causedAt = Date.now();
    // A switchover is answered after the new leader was named.
    const [, leaderAt] = await Promise.all([cause(old), newLeaderAt(old)]);
    newLeaderMs = leaderAt - causedAt;
    writesBackMs = await load.recovery(leaderAt, PATIENCE_MS);
  } catch (error) {
    problems.push((error as Error).message);
  }
  try {
    // The old leader comes back while members order.
    await heal(old);
    await cluster.healthy();
    await load.acknowledged(AT_WORK);
  } catch (error) {
    problems.push((error as Error).message);
  }
  const told = await load.stop();
  const { reads: count, failed, longestGapMs } = await reads.stop();
  const leader = await cluster.leader();
  const { lost, extra } = compareOrders(told.members, before, await readSavedOrders(readerOf(cluster.urlOf(leader))));
  if (writesBackMs === null) problems.push('Writes did not work again.');
  else if (writesBackMs > WRITES_BACK_LIMIT_MS) problems.push(`Writes were back after ${inSeconds(writesBackMs)}.`);
  if (failed.length > 0) problems.push(`${failed.length} of ${count} reads failed: ${[...new Set(failed)].join(', ')}`);
  if (lost > 0 && MODE === 'sync') problems.push(`${lost} of ${told.acknowledged} acknowledged writes are lost.`);
  if (extra > 0) problems.push(`${extra} writes were saved twice, or although they were refused.`);
  if (told.unexpected.length > 0) problems.push(`Unexpected answers: ${[...new Set(told.unexpected)].join(', ')}`);
  if (shop.ended() !== null) problems.push(`A shop's process ended with ${shop.ended()}.`);
  problems.push(...(await problemsOfCheck(cluster)));
  // The old leader holds what the new one holds, and nothing that only it had.
  if (leader.name !== old.name) {
    await caughtUp(old, leader);
    const onOld = compareOrders(told.members, before, await readSavedOrders(readerOf(cluster.urlOf(old))));
    if (onOld.lost !== lost || onOld.extra !== extra) problems.push('The old leader differs from the new one.');
  }
  report({
    fault: name,
    newLeaderMs,
    writesBackMs,
    readGapMs: longestGapMs,
    reads: count,
    failedReads: failed.length,
    acknowledged: told.acknowledged,
    lost,
    extra,
    problems,
  });
  return problems;
};

for (const round of Array.from({ length: ROUNDS }, (_, index) => index + 1)) {
  for (const [name, fault] of Object.entries(FAULTS)) {
    test(`round ${round}: when the leader is ${name}, nothing acknowledged is lost and reading goes on`, async () => {
      expect(await problemsAfter(name, fault)).toEqual([]);
    });
  }
}
