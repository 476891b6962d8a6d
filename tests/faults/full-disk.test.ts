import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { call } from './calls.ts';
import { problemsAfterFault } from './fault.ts';
import { type FaultShop, openFaultShop } from './fault-shop.ts';
import type { Load } from './load.ts';
import { problemsOfReading } from './outage.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type ReadRows, sqliteReader } from './saved.ts';
import { canMount, makeSmallDisk, type SmallDisk } from './small-disk.ts';
import { copyReader, refusingFiles, refusingSpace, type Space } from './space.ts';
import { waitUntil } from './wait.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));

let server: PostgresServer | undefined;
let disk: SmallDisk | null = null;
let shop: FaultShop | undefined;

afterEach(async () => {
  try {
    await shop?.close();
  } finally {
    await server?.close();
    await disk?.close();
    [shop, server, disk] = [undefined, undefined, null];
  }
});

/** Fills the disk while members order. Nobody can order then, everybody can read, and space is all the shop needs. */
const expectHealing = async (name: string, opened: FaultShop, readRows: ReadRows, { fill, free }: Space) => {
  const cause = async (load: Load, problems: string[]) => {
    await fill();
    await load.everyoneRefused();
    await waitUntil(async () => (await isWritable(opened)) === false, { what: 'the shop says that it cannot write' });
    await waitUntil(() => /"alarm":"not_writable","resolved":false/.test(opened.output()), { what: 'it is an alarm' });
    problems.push(...(await problemsOfReading(opened)));
    const { status } = await call(`${opened.url}/api/cart`, { token: opened.visitor.token });
    if (status !== 200) problems.push(`Reading the cart returned ${status}.`);
    await free();
    return Date.now();
  };
  expect(await isWritable(opened)).toBe(true);
  expect(await problemsAfterFault({ name, shop: opened, readRows, cause })).toEqual([]);
  await waitUntil(() => isWritable(opened), { timeout: 150_000, what: 'the shop says that it can write' });
};

/** What /readyz says, which is 200 all the time. */
const isWritable = async ({ url }: FaultShop) => (await call(`${url}/readyz`)).body.writable;

// Some machines allow no disk to be mounted. There, the faults below are all that can be done.
if (await canMount()) {
  test('[sqlite] a shop whose disk is full serves and refuses to write until there is space', async () => {
    disk = await makeSmallDisk(24);
    shop = await openFaultShop({ dataDir: disk!, through: disk!.through });
    await expectHealing('disk full [sqlite]', shop, copyReader(join(disk!.outside, 'shop.db')), disk!);
  });

  test('[sqlite] a start on a full disk names the disk', async () => {
    disk = await makeSmallDisk(8);
    const [program, ...words] = [...disk!.through, process.execPath, join(project, 'dist/server/main.js')];
    const start = () =>
      spawnSync(program!, words, {
        env: { PATH: process.env.PATH, DATA_DIR: disk!.path, DEMO: 'off', PORT: '0' },
        encoding: 'utf8',
        timeout: 60_000,
      });
    disk!.fill();
    const { status, stderr } = start();
    const line =
      /^Greenroom cannot start\. The disk of the data folder \S+ is full \(\d+ kB are free\)\. Make room there, then start again\.\n$/;
    expect([status, stderr]).toEqual([1, expect.stringMatching(line)]);
    // Some room: it fills up while the shop starts.
    disk!.free();
    writeFileSync(join(disk!.outside, 'most'), Buffer.alloc(8 * 1024 * 1024 - 300_000));
    expect(start().stderr).toMatch(line);
  });
}

if (spawnSync('prlimit', ['--version']).status === 0) {
  test('[sqlite] a shop that cannot write to its file serves and refuses to write until it can', async () => {
    const opened = await openFaultShop();
    shop = opened;
    const readRows = sqliteReader(join(opened.dataDir, 'shop.db'));
    await expectHealing('file cannot be written [sqlite]', opened, readRows, refusingFiles(opened));
  });
}

test('[postgres] a shop whose server has a full disk serves and refuses to write until there is space', async () => {
  const started = await startPostgresServer();
  server = started;
  disk = await makeSmallDisk(48, started.owner);
  if (disk) await started.query(`create tablespace small location '${disk.outside}'`);
  await started.query(`create database shop ${disk ? 'tablespace small' : ''}`);
  shop = await openFaultShop({ env: { DATABASE_URL: started.url('shop') } });
  const readRows: ReadRows = (query) => started.query(query, 'shop');
  // If no disk can be mounted, PostgreSQL refuses to write.
  await expectHealing('disk full [postgres]', shop, readRows, disk ?? (await refusingSpace(started)));
});
