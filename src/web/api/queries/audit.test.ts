import { expect, test } from 'vitest';
import { AUDIT_KINDS } from '#domain/audit.ts';
import { KIND_GROUPS } from './audit.ts';

test('every kind of entry is in one group', () => {
  expect(KIND_GROUPS.flatMap(({ kinds }) => kinds).toSorted()).toEqual([...AUDIT_KINDS].sort());
});
