import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { getInventoryData } from '#contract/catalogue.ts';
import { metrics, readyz } from '#contract/health.ts';
import { login } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { passTime } from '../../testing/leases.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { keptLog } from '../../testing/logged-app.ts';
import { Alarms } from './alarms.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const received: { kind: string; message: string; resolved: boolean }[] = [];
const webhook = await startLocalServer(async (request, response) => {
  received.push(JSON.parse(await text(request)));
  response.writeHead(204).end();
});
afterAll(() => webhook.close());

bothDatabases(
  (shop, kind) => {
    const TABLES = ['leases', 'shop_state', 'sessions', 'audit'];
    const run = (statement: string) => shop().database.write((tx) => sql.raw(statement).execute(tx));
    const onPostgres = (body: string) =>
      run(`create or replace function on_write() returns trigger language plpgsql as $$ begin ${body}; end $$`);

    /** Makes each write need more room than a small one does. */
    beforeEach(async () => {
      received.length = 0;
      if (kind === 'postgres') await onPostgres('return new');
      for (const [index, table] of TABLES.entries()) {
        if (kind === 'postgres') {
          const trigger = `before insert or update on ${table} for each row execute function on_write()`;
          await run(`create or replace trigger on_write ${trigger}`);
          continue;
        }
        for (const act of ['insert', 'update']) {
          await run(`create temp trigger if not exists on_${act}_${index} after ${act} on ${table} begin
            insert into counters (name, value) values (hex(zeroblob(40000)) || random(), 1); end`);
        }
      }
    });
    /** Nothing more can be stored: SQLITE_FULL, or disk_full of the server. */
    const fillDisk = async () => {
      if (kind === 'postgres') {
        await onPostgres(
          "raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'",
        );
        return;
      }
      const { rows } = await shop().database.write((tx) => sql<{ page_count: number }>`pragma page_count`.execute(tx));
      await run(`pragma max_page_count = ${rows[0]!.page_count}`);
    };
    const freeDisk = () => (kind === 'postgres' ? onPostgres('return new') : run('pragma max_page_count = 1000000'));

    afterEach(freeDisk);

    const told = () => received.filter((message) => message.kind === 'not_writable');
    const stateNow = async () => ({
      ready: await shop()
        .call(readyz)
        .then(({ status, body }) => [status, body]),
      metrics: (await shop().call(metrics)).text.match(/^greenroom_(writable|alert\{kind="not_writable"\}) \d$/gm),
    });

    test('a shop that cannot write says so at once, to everybody, although nothing can be stored', async () => {
      const { log, lines } = keptLog('warn');
      const alarms = new Alarms({ ...shop(), log });
      await alarms.check();
      const well = {
        ready: [200, { status: 'ok', writable: true }],
        metrics: ['greenroom_alert{kind="not_writable"} 0', 'greenroom_writable 1'],
      };
      expect(await stateNow()).toEqual(well);

      await fillDisk();
      const look = () => alarms.check().catch(() => {});
      await look();
      const message = expect.stringMatching(/^The shop on \S+ cannot write: .+\. Nobody can sign in or order\.$/);
      expect(told()).toMatchObject([{ message, resolved: false }]);
      expect(lines()).toMatch(/"alarm":"not_writable","resolved":false/);
      expect(await stateNow()).toEqual({
        ready: [200, { status: 'ok', writable: false }],
        metrics: ['greenroom_alert{kind="not_writable"} 1', 'greenroom_writable 0'],
      });
      // Once, and once a day while it lasts.
      shop().advance(MINUTE_MS);
      await look();
      expect(told()).toHaveLength(1);
      shop().advance(DAY_MS);
      await look();
      expect(told()).toHaveLength(2);

      await freeDisk();
      await passTime(shop(), MINUTE_MS);
      await alarms.check();
      expect(told().map(({ resolved }) => resolved)).toEqual([false, false, true]);
      expect(await stateNow()).toEqual(well);
      await passTime(shop(), MINUTE_MS);
      await alarms.check();
      expect(told()).toHaveLength(3);
    });

    if (kind === 'postgres') {
      test('a server that has room for small writes only cannot write', async () => {
        const { writability } = shop();
        const full = Object.assign(new Error('could not extend file: No space left on device'), { code: 'ENOSPC' });
        writability.suspect(full);
        expect(await writability.lookIfSuspected()).toBe(true);
        expect(writability.isWritable).toBe(false);
        shop().advance(MINUTE_MS);
        expect(await writability.look()).toBeNull();
      });
    }

    test('a call that is refused makes the shop look, and reads go on', async () => {
      const member = await buildMember(shop());
      const { writability } = shop();
      const signIn = () => shop().call(login, { body: { username: member.username, password: MEMBER_PASSWORD } });
      expect((await signIn()).status).toBe(200);
      expect(await writability.lookIfSuspected()).toBe(false);
      await fillDisk();
      expect((await signIn()).status).toBe(503);
      expect(await writability.lookIfSuspected()).toBe(true);
      expect(writability.isWritable).toBe(false);
      expect((await shop().call(getInventoryData)).status).toBe(200);
      await freeDisk();
      // A server may have room for a small write only, so its last word counts for a minute.
      shop().advance(MINUTE_MS);
      expect(await writability.lookIfSuspected()).toBe(true);
      expect(writability.isWritable).toBe(true);
    });
  },
  { settings: { ALARM_WEBHOOK_URL: webhook.url } },
);
