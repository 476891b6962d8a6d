import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { orderFour } from '../../testing/receipts.ts';
import { Alarms } from '../alarms/alarms.ts';
import { expireIfClockIsRight } from './receipt-steps.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

bothDatabases((shop, kind) => {
  /** Lets the shop see the right time, as from the response of a feed. PostgreSQL has a clock of its own. */
  const askOutside = async () => {
    if (kind === 'postgres') return;
    const stop = shop().trustedClock.outside.watch();
    const server = await startLocalServer((_request, response) =>
      response.writeHead(204, { date: new Date(rightTime()).toUTCString() }).end(),
    );
    await fetch(server.url);
    await server.close();
    stop();
  };
  let setAhead = 0;
  const rightTime = () => shop().clock() - setAhead;
  const setClock = (milliseconds: number) => {
    shop().setClock(milliseconds);
    setAhead += milliseconds;
  };

  test('no unpaid order expires by a clock that was set ahead, and one that is overdue expires when it is right again', async () => {
    const { stock } = await orderFour(shop());
    await askOutside();
    await expireIfClockIsRight(shop());
    setClock(2 * DAY_MS);
    await expireIfClockIsRight(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    setClock(-2 * DAY_MS);
    await expireIfClockIsRight(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    shop().advance(DAY_MS);
    await askOutside();
    await expireIfClockIsRight(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
  });

  test('a clock that stays wrong keeps orders for a day, and no longer', async () => {
    const { stock } = await orderFour(shop());
    setClock(2 * DAY_MS);
    await askOutside();
    await new Alarms(shop()).check();
    expect(shop().alarms.lasting.has('clock_wrong')).toBe(true);
    shop().advance(DAY_MS - HOUR_MS);
    await expireIfClockIsRight(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    shop().advance(HOUR_MS);
    await expireIfClockIsRight(shop());
    expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
    setClock(-2 * DAY_MS);
  });

  test('what another process of the machine found counts too', async () => {
    const { trustedClock } = shop();
    await askOutside();
    await trustedClock.look();
    trustedClock.noteOthers(false);
    trustedClock.noteOthers(true);
    expect(await trustedClock.mayExpire()).toBe(false);
    trustedClock.noteOthers(false);
    expect(await trustedClock.mayExpire()).toBe(true);
  });
});
