import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import type { Tx } from '../../db/types.ts';
import { clientIp } from '../../http/client-ip.ts';
import { logSecurity } from '../../lib/security-log.ts';
import type { Shop } from '../../shop.ts';
import { visitorAt } from '../audit/audit.queries.ts';
import { recordRepeatedAct } from '../audit/repeated-acts.ts';
import { clearThrottle } from '../limits/throttle.queries.ts';
import { beginAttempt } from '../limits/throttle.ts';

const LONGEST_WAIT_MS = 60_000;

/**
 * Lets somebody try to open the gate: failures make the address or the known device wait, and the outcome is recorded
 * (behavior 3.16). While the database is out of reach, neither is possible, and the gate works without (2.11).
 * @throws ShopError rate_limited (429), and what `open` throws
 */
export const attemptGate = async (shop: Shop, request: FastifyRequest, open: () => Promise<void>): Promise<void> => {
  const { database, clock, limits, devices, log } = shop;
  const actor = visitorAt(request.ip ?? null);
  const device = await database.readOr(null, () => devices.find(request));
  const key = device ? `gate device ${device.id}` : `gate ${clientIp(request)}`;
  const record = async (result: string, work: (tx: Tx, now: number) => Promise<void>) => {
    await database.writeOr(null, () => database.write((tx) => work(tx, clock())));
    logSecurity(log, { event: 'gate', userId: null, address: request.ip, result });
  };
  try {
    if (limits.isOn) await database.writeOr(null, () => beginAttempt(shop, { key, longestWait: LONGEST_WAIT_MS }));
    await open();
  } catch (error) {
    if (error instanceof ShopError && (error.code === 'rate_limited' || error.code === 'wrong_access_code')) {
      const kind = error.code === 'rate_limited' ? 'limited' : 'gate_refused';
      await record(error.code, (tx, now) => recordRepeatedAct(tx, { kind, actor, subject: 'gate' }, now));
    }
    throw error;
  }
  if (limits.isOn) await database.writeOr(null, () => database.writeInOneStatement(clearThrottle, { key }));
  await record('ok', (tx, now) => recordRepeatedAct(tx, { kind: 'gate_passed', actor }, now));
};
