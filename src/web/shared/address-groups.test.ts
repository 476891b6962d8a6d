import { expect, test } from 'vitest';
import { inGroups } from './address-groups.tsx';

test('an address is shown in groups of four, and keeps every character', () => {
  expect(inGroups('bc1qw508d6')).toEqual(['bc1q', 'w508', 'd6']);
});
