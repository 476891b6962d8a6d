import { expect, test } from 'vitest';
import { formatDay } from '../browser/dates.ts';
import { describeVerification } from './verification-text.ts';

const DAY = '2026-11-30';

test('a verification is valid through its last day and has ended on the next one', () => {
  const verification = { verified: true, verifiedUntil: DAY };
  expect(describeVerification(verification, '2026-11-30')).toEqual({
    state: 'valid',
    text: `Valid through ${formatDay(DAY)}`,
  });
  expect(describeVerification(verification, '2026-12-01')).toEqual({
    state: 'ended',
    text: `Verification ended on ${formatDay(DAY)}`,
  });
});

test('a verification without an end stays, and an end without a verification means nothing', () => {
  expect(describeVerification({ verified: true, verifiedUntil: null }, '2099-01-01').text).toBe('Verified');
  expect(describeVerification({ verified: false, verifiedUntil: DAY }, '2026-01-01').text).toBe('Not verified');
});
