import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from '../../labs/cluster/cluster.mjs';
import { provideClusterPrograms } from '../../labs/cluster/programs.mjs';
import { reportOf } from '../../labs/cluster/report.mjs';
import { runVisibly, step } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/** Logs in to the shops of the demo. */
const ACCESS = { SHOP_ACCESS_CODE: 'open-the-greenroom', SHOP_ADMIN_PASSWORD: 'a-password-for-the-cluster' };

/**
 * `npm run cluster`: three machines with PostgreSQL, Patroni and etcd, HAProxy and two shops, until Ctrl-C.
 * `npm run cluster -- --test`: breaks its leader in every way while members order, and prints what came of it.
 *
 * @param {string[]} args `[--test] [--rounds N] [--mode sync|async]`
 */
export const run = async (args) => {
  const { test, rounds, mode } = readArguments(args);
  await prepare();
  const programs = await provideClusterPrograms();
  if (test) await runTest({ rounds, mode });
  else await runDemo({ programs, synchronous: mode === 'sync' });
};

/**
 * @param {string[]} args
 * @returns {{test: boolean, rounds: string, mode: 'sync' | 'async'}}
 */
const readArguments = (args) => {
  try {
    const options = /** @type {const} */ ({
      test: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '1' },
      mode: { type: 'string', default: 'sync' },
    });
    const { test, rounds, mode } = parseArgs({ args, options }).values;
    if (!/^[1-9]\d*$/.test(rounds)) throw new Error('--rounds takes a number of at least 1.');
    if (mode !== 'sync' && mode !== 'async') throw new Error('--mode takes sync or async.');
    return { test, rounds, mode };
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exit(2);
  }
};

/**
 * @param {{programs: import('../../labs/cluster/programs.mjs').Programs, synchronous: boolean}} options
 */
const runDemo = async ({ programs, synchronous }) => {
  // While it starts, a signal ends this process at once, and the cluster with it.
  const cluster = await step('Starting three database servers, HAProxy and two shops', () =>
    startCluster({ programs, synchronous, shopSettings: { DEMO: 'on', ...ACCESS } }),
  );
  const leader = await cluster.leader();
  const { folder } = leader;
  const asItsUser =
    process.getuid?.() === 0 ? 'setpriv --reuid $(stat -c %u .) --regid $(stat -c %g .) --clear-groups ' : '';
  process.stdout.write(`
The shop            ${cluster.shopsUrl}   access code ${ACCESS.SHOP_ACCESS_CODE}, admin / ${ACCESS.SHOP_ADMIN_PASSWORD}
Its processes       ${cluster.shops.map(({ url }) => url).join('   ')}
Its database        ${cluster.databaseUrl}
The nodes           ${cluster.nodes.map(({ name, ports }) => `${name} :${ports.postgres}`).join('   ')}   leader: ${leader.name}

Watch the nodes     patronictl -c ${join(folder, 'patroni.yml')} list -W 1
Kill the leader     pkill -9 -f '${folder}/(data|patroni)'
Bring it back       (cd ${folder} && setsid ${asItsUser}patroni ${join(folder, 'patroni.yml')} >> patroni.log 2>&1 &)
Change the leader   patronictl -c ${join(folder, 'patroni.yml')} switchover --force
The logs            ${join(folder, '..')}/*/*.log

Ctrl-C ends all of it and removes its files.
`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
    // Keeps this process alive.
    setInterval(() => {}, 60_000);
  });
  await cluster.stop();
  process.exit();
};

/** @param {{rounds: string, mode: 'sync' | 'async'}} options */
const runTest = async ({ rounds, mode }) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-reports-'));
  const report = join(folder, 'cluster.jsonl');
  try {
    process.exitCode = await runVisibly(
      process.execPath,
      [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project=cluster'],
      { env: { ...process.env, CLUSTER_REPORT: report, CLUSTER_ROUNDS: rounds, CLUSTER_MODE: mode } },
    );
    process.stdout.write(reportOf(readFileSync(report, { encoding: 'utf8', flag: 'a+' })));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
