import { expect, test } from 'vitest';
import { formatDay } from '../browser/dates.ts';
import { describeVerification } from './verification-text.ts';

const DAY = '2026-11-30';
const on = (today: string) => ({ today, needsApproval: true });

test('a verification is valid through its last day and has ended on the next one', () => {
  const verification = { verified: true, verifiedUntil: DAY };
  expect(describeVerification(verification, on('2026-11-30'))).toEqual({
    state: 'valid',
    text: `Valid through ${formatDay(DAY)}`,
  });
  expect(describeVerification(verification, on('2026-12-01'))).toEqual({
    state: 'ended',
    text: `Verification ended on ${formatDay(DAY)}`,
  });
});

test('a verification without an end stays, and an end without a verification means nothing', () => {
  expect(describeVerification({ verified: true, verifiedUntil: null }, on('2099-01-01')).text).toBe('Verified');
  expect(describeVerification({ verified: false, verifiedUntil: DAY }, on('2026-01-01')).text).toBe('Not verified');
});

test.each([
  { verified: true, verifiedUntil: null },
  { verified: true, verifiedUntil: DAY },
  { verified: false, verifiedUntil: null },
])('where members need no approval nobody is called verified: %o', (verification) => {
  const text = describeVerification(verification, { today: '2026-11-30', needsApproval: false });
  expect(text).toEqual({ state: 'not-required', text: 'Not required' });
});
