import { expect, test } from 'vitest';
import type { Change } from '#contract/changes.ts';
import { foldSyncs, formatHour } from './fold-syncs.ts';

let lastId = 100;
const change = (kind: Change['kind'], at: Date, counts = { added: 0, changed: 1, removed: 0 }): Change => ({
  id: lastId--,
  kind,
  actor: 'system',
  summary: kind,
  counts: { ...counts, unchanged: 0 },
  createdAt: at.toISOString(),
  revertedBy: null,
});
const at = (hour: number, minute: number) => new Date(2026, 10, 23, hour, minute);

test('the syncs of an hour are one line at the place of the newest, and other changes keep their order', () => {
  const changes = [
    change('edit', at(8, 30)),
    change('sync', at(8, 20), { added: 1, changed: 2, removed: 0 }),
    change('bulk', at(8, 10)),
    change('sync', at(8, 0), { added: 0, changed: 3, removed: 4 }),
    change('sync', at(7, 59)),
    change('edit', at(7, 10)),
  ];
  expect(foldSyncs(changes)).toEqual([
    { change: changes[0] },
    {
      folded: {
        hour: at(8, 0).getTime(),
        syncs: [changes[1], changes[3]],
        counts: { added: 1, changed: 5, removed: 4 },
      },
    },
    { change: changes[2] },
    { folded: { hour: at(7, 0).getTime(), syncs: [changes[4]], counts: { added: 0, changed: 1, removed: 0 } } },
    { change: changes[5] },
  ]);
  expect(foldSyncs([])).toEqual([]);
});

test('an hour reads as its two ends, with the day if it is another one', () => {
  const hour = at(7, 0).getTime();
  expect(formatHour(hour, at(20, 0).getTime(), 'en-US')).toBe('7:00–8:00 AM');
  expect(formatHour(at(11, 0).getTime(), at(20, 0).getTime(), 'en-US')).toBe('11:00 AM–12:00 PM');
  expect(formatHour(hour, at(20, 0).getTime() + 86_400_000, 'en-US')).toBe('Nov 23, 7:00–8:00 AM');
});
