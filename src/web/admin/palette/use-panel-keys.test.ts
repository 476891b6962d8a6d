import { expect, test } from 'vitest';
import { ROLES } from '#domain/permissions.ts';
import { tabsOf } from '../panel-links.ts';
import { jumpsOf } from './use-panel-keys.ts';

test('every tab that a role sees has a letter of its own, and only owners jump to Activity', () => {
  for (const role of ROLES) {
    const jumps = jumpsOf(role);
    expect(Object.keys(jumps)).toHaveLength(tabsOf(role).length + (role === 'owner' ? 1 : 0));
    for (const { value } of tabsOf(role)) expect(jumps[value[0]!]).toBe(`/admincp?tab=${value}`);
    expect('a' in jumps).toBe(role === 'owner');
  }
});
