import { describe, expect, test } from 'vitest';
import { type ControlKind, type GridKey, gridAction } from './grid-keys.ts';

const press = (
  key: string,
  {
    control = 'text',
    editing = false,
    row = 5,
    column = 2,
    ...held
  }: Partial<GridKey> & {
    control?: ControlKind;
    editing?: boolean;
    row?: number;
    column?: number;
  } = {},
) => {
  const keys = { key, ctrlKey: false, shiftKey: false, altKey: false, metaKey: false, ...held };
  return gridAction(keys, { at: { row, column }, rows: 20_000, columns: 6, page: 15, control, editing });
};

const go = (row: number, column: number) => ({ type: 'go', to: { row, column } });

describe('in the list, as in a spreadsheet,', () => {
  test.each([
    ['ArrowUp', go(4, 2)],
    ['ArrowDown', go(6, 2)],
    ['ArrowLeft', go(5, 1)],
    ['ArrowRight', go(5, 3)],
    ['Home', go(5, 0)],
    ['End', go(5, 5)],
    ['PageUp', go(0, 2)],
    ['PageDown', go(20, 2)],
  ] as const)('%s moves to another cell', (key, action) => {
    for (const control of ['text', 'number', 'select', 'press'] as const)
      expect(press(key, { control })).toEqual(action);
  });

  test('a key does not move beyond the edges of the list', () => {
    expect(press('ArrowUp', { row: 0 })).toEqual(go(0, 2));
    expect(press('ArrowRight', { column: 5 })).toEqual(go(5, 5));
    expect(press('End', { ctrlKey: true })).toEqual(go(19_999, 5));
    expect(press('Home', { ctrlKey: true })).toEqual(go(0, 0));
  });

  test('Enter starts an edit, and then saves and moves down', () => {
    expect(press('Enter')).toEqual({ type: 'edit' });
    expect(press('Enter', { editing: true })).toEqual(go(6, 2));
    expect(press('Enter', { editing: true, shiftKey: true })).toEqual(go(4, 2));
    expect(press('Enter', { control: 'select' })).toEqual({ type: 'edit' });
  });

  test('Enter and Space press a button or check a box', () => {
    expect(press('Enter', { control: 'press' })).toBeNull();
    expect(press(' ', { control: 'press' })).toBeNull();
  });

  test('a text that is being edited keeps the keys of its caret', () => {
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End']) expect(press(key, { editing: true })).toBeNull();
    expect(press('ArrowDown', { editing: true })).toEqual(go(6, 2));
  });

  test('up and down step a markup that is being edited', () => {
    expect(press('ArrowUp', { control: 'number', editing: true })).toBeNull();
    expect(press('ArrowDown', { control: 'number', editing: true })).toBeNull();
  });

  test('Escape restores the old value first, and then leaves the list', () => {
    expect(press('Escape', { editing: true })).toBeNull();
    expect(press('Escape')).toEqual({ type: 'leave' });
  });

  test('selecting with Shift and the keys of the system work as usual', () => {
    expect(press('ArrowRight', { shiftKey: true })).toBeNull();
    expect(press('ArrowDown', { altKey: true, control: 'select' })).toBeNull();
    expect(press('ArrowLeft', { metaKey: true })).toBeNull();
    expect(press('a')).toBeNull();
    expect(press('Tab')).toBeNull();
  });
});
