import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stageOf, type Visitor } from './guard.ts';

const visitor = (overrides: Partial<Visitor>): Visitor => ({
  checking: false,
  gatePassed: false,
  signedIn: false,
  online: true,
  ...overrides,
});

test.each([
  ['waits while the sign-in is checked', { checking: true, gatePassed: true, signedIn: true }, 'loading'],
  ['sees the gate on a first visit', {}, 'gate'],
  ['sees the gate in a new tab if its cookie has ended, even if signed in', { signedIn: true }, 'gate'],
  ['chooses between login and registration behind the gate', { gatePassed: true }, 'sign-in'],
  ['is in the shop after passing the gate and signing in', { gatePassed: true, signedIn: true }, 'shop'],
  ['reads the stored catalogue offline without the gate, if signed in', { signedIn: true, online: false }, 'shop'],
  ['sees the gate offline if not signed in', { online: false }, 'gate'],
] satisfies [string, Partial<Visitor>, string][])('a visitor %s', (_, overrides, stage) => {
  expect(stageOf(visitor(overrides))).toBe(stage);
});

test('nobody sees the shop without being signed in', () => {
  fc.assert(
    fc.property(
      fc.record({
        checking: fc.boolean(),
        gatePassed: fc.boolean(),
        signedIn: fc.constant(false),
        online: fc.boolean(),
      }),
      (anyVisitor) => stageOf(anyVisitor) !== 'shop',
    ),
  );
});
