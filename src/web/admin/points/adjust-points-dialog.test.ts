import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { grantPoints } from '#contract/points.admin.ts';
import { pointsForm, pointsToSend } from './adjust-points-dialog.tsx';

const form = { direction: 'grant', username: 'mara', points: '50', reason: 'Welcome' } as const;
const errorsOf = (values: object) =>
  safeParse(pointsForm, { ...form, ...values }).error?.issues.map(
    ({ path, message }) => `${String(path[0])}: ${message}`,
  );

test('granting sends the number as it is, deducting sends it as negative', () => {
  expect(pointsToSend(form)).toBe(50);
  expect(pointsToSend({ ...form, direction: 'deduct' })).toBe(-50);
});

test.each(['0', '-5', '1.5', '', 'many', '1e3'])('the form refuses %j points', (points) => {
  expect(errorsOf({ points })?.[0]).toBe('points: Enter a whole number of points, 1 or more');
});

test('a missing member or reason is reported at its own field', () => {
  expect(errorsOf({ username: ' ' })).toEqual(['username: Enter a username']);
  expect(errorsOf({ reason: '' })).toEqual(['reason: Enter a reason. The member will see it.']);
});

test.each(['1', '1000000'])('a number of points that the form accepts is accepted by the call: %s', (points) => {
  const filled = { ...form, points };
  expect(errorsOf(filled)).toBeUndefined();
  const { username, reason } = filled;
  for (const direction of ['grant', 'deduct'] as const) {
    const body = { username, reason, points: pointsToSend({ direction, points }) };
    expect(safeParse(grantPoints.input!, body).success).toBe(true);
  }
});

test('the form refuses more points than the call accepts', () => {
  expect(errorsOf({ points: '1000001' })).toEqual(['points: At most 1,000,000 points at once']);
});
