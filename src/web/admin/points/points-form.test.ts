import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { grantPoints } from '#contract/points.admin.ts';
import { pointsForm, pointsToSend } from './points-form.ts';

const form = { direction: 'grant', username: 'mara', points: '50', reason: 'Welcome' } as const;
const wrong = (said: object) =>
  safeParse(pointsForm, { ...form, ...said }).error?.issues.map(
    ({ path, message }) => `${String(path[0])}: ${message}`,
  );

test('granting gives the number as it stands, deducting takes it', () => {
  expect(pointsToSend(form)).toBe(50);
  expect(pointsToSend({ ...form, direction: 'deduct' })).toBe(-50);
});

test.each(['0', '-5', '1.5', '', 'many', '1e3'])('%j points are refused where they stand', (points) => {
  expect(wrong({ points })?.[0]).toBe('points: Enter a whole number of points, 1 or more');
});

test('a missing member or reason is told at its own field', () => {
  expect(wrong({ username: ' ' })).toEqual(['username: Enter a username']);
  expect(wrong({ reason: '' })).toEqual(['reason: Enter a reason: the member reads it']);
});

test.each(['1', '1000000'])('what the form takes, the call takes: %s', (points) => {
  const filled = { ...form, points };
  expect(wrong(filled)).toBeUndefined();
  const { username, reason } = filled;
  for (const direction of ['grant', 'deduct'] as const) {
    const body = { username, reason, points: pointsToSend({ direction, points }) };
    expect(safeParse(grantPoints.input!, body).success).toBe(true);
  }
});

test('more than the call takes is refused in the form', () => {
  expect(wrong({ points: '1000001' })).toEqual(['points: At most 1,000,000 points at once']);
});
