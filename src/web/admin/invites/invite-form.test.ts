import { afterEach, expect, test, vi } from 'vitest';
import { endOfDay, inviteForm } from './invite-form.ts';

afterEach(() => vi.useRealTimers());

test.each([
  ['', 'Enter a whole number from 1 to 1000'],
  ['0', 'Enter a whole number from 1 to 1000'],
  ['1001', 'Enter a whole number from 1 to 1000'],
  ['2.5', 'Enter a whole number from 1 to 1000'],
  ['1', undefined],
  ['1000', undefined],
])('an invite for "%s" registrations is refused with %s', (uses, message) => {
  const { error } = inviteForm.safeParse({ label: 'For the harbor', uses, lastDay: '' });
  expect(error?.issues[0]?.message).toBe(message);
});

test('an invite may end today or later, at the end of that day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00'), toFake: ['Date'] });
  const check = (lastDay: string) => inviteForm.safeParse({ label: 'For the harbor', uses: '1', lastDay }).success;
  expect([check(''), check('2026-11-22'), check('2026-12-01'), check('2026-11-21')]).toEqual([true, true, true, false]);
  expect(endOfDay('2026-11-22')).toBe(new Date('2026-11-22T23:59:59').toISOString());
  expect(endOfDay('')).toBeNull();
});
