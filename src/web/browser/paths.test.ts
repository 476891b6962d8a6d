import { expect, test } from 'vitest';
import { beforeLeaving, guardLeaving } from './paths.ts';

test('a page that guards decides whether and when it is left, until it stops', () => {
  const gone: string[] = [];
  const go = (to: string) => beforeLeaving(to, () => gone.push(to));
  go('/before');
  let asked: (() => void) | undefined;
  const stop = guardLeaving((to, leave) => {
    if (to === '/here') return false;
    asked = leave;
    return true;
  });
  go('/here');
  go('/away');
  expect(gone).toEqual(['/before', '/here']);
  asked?.();
  expect(gone).toEqual(['/before', '/here', '/away']);

  // The next page guards before the last one has stopped.
  const stopNext = guardLeaving(() => true);
  stop();
  go('/kept');
  expect(gone).not.toContain('/kept');
  stopNext();
  go('/free');
  expect(gone).toContain('/free');
});
