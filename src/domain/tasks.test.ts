import { describe, expect, test } from 'vitest';
import { may, ROLES } from './permissions.ts';
import {
  EXPORT_LISTS,
  exportedList,
  exportKind,
  TASK_KINDS,
  type TaskKind,
  taskOutcome,
  unexpectedFailure,
} from './tasks.ts';

const change = { id: 7, summary: 'Applied 35% markup to 9 items' };
const running = { kind: 'upload', state: 'running', message: null, change: null, aliveUntil: 1000 } as const;
const elsewhere = { runsHere: false, now: 1000 };

describe('a task', () => {
  test('that has ended says what was stored at its end, however long ago that was', () => {
    for (const state of ['done', 'failed'] as const) {
      const stored = { ...running, state, message: 'So it went', change };
      expect(taskOutcome(stored, { runsHere: false, now: 9000 })).toEqual({ state, message: 'So it went' });
    }
  });

  test('runs as long as its process is alive', () => {
    expect(taskOutcome(running, { ...elsewhere, now: 999 })).toEqual({ state: 'running', message: null });
    expect(taskOutcome(running, elsewhere).state).toBe('failed');
    // Its clock was ahead by a day.
    expect(taskOutcome({ ...running, aliveUntil: 86_400_000 }, elsewhere).state).toBe('failed');
  });

  test('of this process runs, even if nothing could be stored for long', () => {
    expect(taskOutcome(running, { runsHere: true, now: 9000 })).toEqual({ state: 'running', message: null });
  });

  test('of a killed process is done if its change is stored', () => {
    expect(taskOutcome({ ...running, change }, elsewhere)).toEqual({ state: 'done', message: change.summary });
  });

  test.each<[TaskKind, string]>([
    ['upload', 'The shop stopped while this was running. Nothing was changed.'],
    ['price_rule', 'The shop stopped while this was running. Nothing was changed.'],
    ['bulk_markup', 'The shop stopped while this was running. Nothing was changed.'],
    ['bulk_edit', 'The shop stopped while this was running. Nothing was changed.'],
    ['undo', 'The shop stopped while this was running. Nothing was changed.'],
    ['export_receipts', 'The shop stopped while this was running. Please export again.'],
    ['export_transactions', 'The shop stopped while this was running. Please export again.'],
    ['export_users', 'The shop stopped while this was running. Please export again.'],
    ['backup', 'The shop stopped while this was running. Please make the backup again.'],
  ])('of a killed process failed otherwise: %s', (kind, message) => {
    expect(taskOutcome({ ...running, kind }, elsewhere)).toEqual({ state: 'failed', message });
  });

  test('that fetches pictures runs on, because another process goes on with it', () => {
    expect(taskOutcome({ ...running, kind: 'pictures', change }, elsewhere)).toEqual({
      state: 'running',
      message: null,
    });
  });

  test('that failed for no reason of its own says what that means for the shop', () => {
    expect(unexpectedFailure('upload')).toBe('Something went wrong. Nothing was changed.');
    expect(unexpectedFailure('undo')).toBe('Something went wrong. Nothing was changed.');
    expect(unexpectedFailure('backup')).toBe('No backup was made. The log of the shop says why.');
    for (const list of EXPORT_LISTS) {
      expect(unexpectedFailure(exportKind(list))).toBe(
        'No file was made. Please export again. If it fails again, the log of the shop says why.',
      );
    }
  });

  test('that exports a list says which one, and no other task does', () => {
    expect(EXPORT_LISTS.map(exportKind)).toEqual(['export_receipts', 'export_transactions', 'export_users']);
    for (const list of EXPORT_LISTS) expect(exportedList(exportKind(list))).toBe(list);
    for (const kind of ['upload', 'undo', 'backup'] as const) expect(exportedList(kind)).toBeUndefined();
  });

  test('of the inventory is seen by every role of the panel, a backup by owners only, an export by nobody else', () => {
    const seenBy = (kind: TaskKind) =>
      ROLES.filter((role) => {
        const needed = TASK_KINDS[kind];
        return needed !== null && may(role, needed);
      });
    for (const list of EXPORT_LISTS) expect(seenBy(exportKind(list))).toEqual([]);
    for (const kind of ['upload', 'price_rule', 'bulk_markup', 'bulk_edit', 'undo', 'pictures'] as const) {
      expect(seenBy(kind)).toEqual(['orders', 'inventory', 'owner']);
    }
    expect(seenBy('backup')).toEqual(['owner']);
  });
});
