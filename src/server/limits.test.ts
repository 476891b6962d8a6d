import { expect, test } from 'vitest';
import { TIME_LIMITS } from './limits.ts';

const { calls, jobs, commands, retryWithin, ready, fallbackAfter } = TIME_LIMITS;

test('a call ends within 5 seconds, also if it loses its connection and starts again (behavior 2.11)', () => {
  expect(retryWithin + calls.connect + calls.answer).toBeLessThan(5000);
});

test('/readyz responds within 2 seconds, and what is in memory is served before a call gives up', () => {
  expect(ready).toBeLessThan(2000);
  expect(fallbackAfter).toBeLessThan(Math.min(ready, calls.connect, calls.answer));
});

test.each([calls, jobs, commands])('the server ends a statement before this process gives up %#', (limits) => {
  expect(limits.lock).toBeLessThan(limits.statement);
  expect(limits.statement).toBeLessThan(limits.answer);
});
