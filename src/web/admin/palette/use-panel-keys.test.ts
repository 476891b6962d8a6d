import { expect, test } from 'vitest';
import { ROLES } from '#domain/permissions.ts';
import { tabsOf } from '../panel-links.ts';
import { jumpsOf } from './use-panel-keys.ts';

test('every tab that a role sees has a letter of its own, only owners jump to Activity, and the stock clerk has no Settings', () => {
  for (const role of ROLES) {
    const jumps = jumpsOf(role);
    expect(Object.keys(jumps)).toHaveLength(tabsOf(role).length + ({ owner: 2, orders: 1 }[role as string] ?? 0));
    for (const { value } of tabsOf(role)) expect(jumps[value[0]!]).toBe(`/admincp?tab=${value}`);
    expect('a' in jumps).toBe(role === 'owner');
    expect('s' in jumps).toBe(role === 'owner' || role === 'orders');
  }
});
