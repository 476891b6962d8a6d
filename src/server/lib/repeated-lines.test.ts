import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptLog } from '../testing/logged-app.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const diskFull = (picture: string) =>
  Object.assign(new Error(`ENOSPC: no space left on device, open '/data/pictures/${picture}'`), { code: 'ENOSPC' });

test('the same failure is one line with its stack, then one a minute with its number, until it has ended', () => {
  const { log, lines } = keptLog('warn');
  const parsed = () =>
    lines()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  for (let index = 0; index < 90; index++)
    log.warn({ err: diskFull(`${index}.webp`) }, 'a picture could not be cached');
  log.warn({ err: new Error('another reason') }, 'a picture could not be cached');
  expect(parsed()).toMatchObject([
    { msg: 'a picture could not be cached', err: { stack: expect.stringContaining('ENOSPC') } },
    { msg: 'a picture could not be cached', err: { message: 'another reason' } },
  ]);
  vi.advanceTimersByTime(60_000);
  expect(parsed()).toHaveLength(3);
  expect(parsed()[2]).toMatchObject({ level: 40, msg: 'a picture could not be cached', times: 89 });
  expect(parsed()[2].err).toBeUndefined();

  log.warn({ err: diskFull('again.webp') }, 'a picture could not be cached');
  expect(parsed()).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(parsed()[3]).toMatchObject({ times: 1 });
  vi.advanceTimersByTime(60_000);
  expect(parsed()).toHaveLength(4);
  log.warn({ err: diskFull('later.webp') }, 'a picture could not be cached');
  expect(parsed()[4]).toMatchObject({ err: { stack: expect.any(String) } });
});

test('lines of calls, and those that are no failures, are all logged', () => {
  const { log, lines } = keptLog('warn');
  const ofCall = log.child({ id: '3fa9c1-2b' });
  for (let index = 0; index < 3; index++) {
    ofCall.error({ err: diskFull('x') }, 'request failed');
    log.warn({ event: 'sign_in', address: '192.0.2.1' }, 'security');
  }
  expect(lines().trim().split('\n')).toHaveLength(6);
});
