import { describe, expect, test } from 'vitest';
import { may, ROLES } from './permissions.ts';
import { TASK_KINDS, type TaskKind, taskOutcome, unexpectedFailure } from './tasks.ts';

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
    ['backup', 'The shop stopped while this was running. Please make the backup again.'],
  ])('of a killed process failed otherwise: %s', (kind, message) => {
    expect(taskOutcome({ ...running, kind }, elsewhere)).toEqual({ state: 'failed', message });
  });

  test('that failed for no reason of its own says what that means for the shop', () => {
    expect(unexpectedFailure('upload')).toBe('Something went wrong. Nothing was changed.');
    expect(unexpectedFailure('backup')).toBe('No backup was made. The log of the shop says why.');
  });

  test('of the inventory is seen by every role of the panel, a backup by owners only', () => {
    const seenBy = (kind: TaskKind) => ROLES.filter((role) => may(role, TASK_KINDS[kind]));
    for (const kind of ['upload', 'price_rule', 'bulk_markup', 'bulk_edit'] as const) {
      expect(seenBy(kind)).toEqual(['orders', 'inventory', 'owner']);
    }
    expect(seenBy('backup')).toEqual(['owner']);
  });
});
