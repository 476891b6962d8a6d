import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Standing, stageOf } from './stage.ts';

const standing = (said: Partial<Standing>): Standing => ({
  checking: false,
  gatePassed: false,
  signedIn: false,
  online: true,
  ...said,
});

test.each([
  ['waits while the sign-in is checked', { checking: true, gatePassed: true, signedIn: true }, 'loading'],
  ['stands at the gate on a first visit', {}, 'gate'],
  ['stands at the gate in a new tab, though signed in', { signedIn: true }, 'gate'],
  ['chooses between login and registering behind the gate', { gatePassed: true }, 'entrance'],
  ['is in the shop when the gate is passed and the sign-in is good', { gatePassed: true, signedIn: true }, 'shop'],
  ['reads the kept catalogue offline without the gate, when signed in', { signedIn: true, online: false }, 'shop'],
  ['stands at the gate offline when nobody is signed in', { online: false }, 'gate'],
] satisfies [string, Partial<Standing>, string][])('a visitor %s', (_, said, stage) => {
  expect(stageOf(standing(said))).toBe(stage);
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
      (visitor) => stageOf(visitor) !== 'shop',
    ),
  );
});
