import { expect, test } from 'vitest';
import { reportOf } from './report.mjs';

const fault = {
  fault: 'killed',
  newLeaderMs: 16_554,
  writesBackMs: null,
  readGapMs: 216,
  reads: 253,
  failedReads: 0,
  acknowledged: 786,
  lost: 2,
  extra: 0,
  problems: ['2 of 786 acknowledged writes are lost.'],
};

test('the report of the cluster has a row for each fault, and says what did not hold', () => {
  const cost = { mode: 'sync', ordersPerSecond: 40.4, p50Ms: 12.3, p99Ms: 80.9 };
  expect(reportOf(`${JSON.stringify(fault)}\n${JSON.stringify(cost)}\n`)).toBe(`
fault   new leader  writes back  reads  failed  longest gap  acknowledged  lost  extra
killed     16.55 s        never    253       0       0.22 s           786     2      0

replication  orders/s    p50    p99
sync               40  12 ms  81 ms

killed: 2 of 786 acknowledged writes are lost.
`);
});

test('a test that ended before its first fault has an empty report', () => {
  expect(reportOf('')).toBe('');
});
