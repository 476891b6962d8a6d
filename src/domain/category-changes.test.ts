import { describe, expect, test } from 'vitest';
import { type CategoryEdit, changedCategories, planCategory, planCategoryUndo, planOrder } from './category-changes.ts';
import { CategoryMap, kindOfCategory, plainCategory } from './category-map.ts';
import { inPickerOrder, shownCategories } from './category-order.ts';

const mapOf = (...names: string[]) => new CategoryMap(names.map((name) => plainCategory(name)));

/** The map after these edits, each of which has to be possible. */
const edited = (map: CategoryMap, ...edits: [name: string, edit: CategoryEdit][]): CategoryMap =>
  edits.reduce((current, [name, edit]) => {
    const plan = planCategory(current, name, edit);
    if ('refused' in plan) throw new Error(`${name}: ${JSON.stringify(plan.refused)}`);
    return changedCategories(current, plan.changes);
  }, map);

const USUAL = mapOf('Flower', 'Carts', 'Vapes', 'Munchies');

describe('a name leads to its category', () => {
  const renamed = edited(USUAL, ['Flower', { name: 'Buds' }]);

  test.each([
    ['as items have it', 'Flower', 'Buds'],
    ['in any writing', ' FLO\u200bWER ', 'Buds'],
    ['as the shop has it', 'buds', 'Buds'],
    ['that no category has', 'Tea  Bags', 'Tea Bags'],
    ['of nothing', null, 'Unknown'],
    ['that nobody sees', '\u200b', 'Unknown'],
    ['that is "Unknown"', 'unknown', 'Unknown'],
  ])('%s', (_, written, name) => {
    expect(renamed.of(written).name).toBe(name);
  });

  test('of another one after a merge, however many there are, and its own again after that', () => {
    const merged = edited(USUAL, ['Carts', { mergeInto: 'Vapes' }], ['Vapes', { mergeInto: 'flower' }]);
    expect(merged.of('Carts').name).toBe('Flower');
    expect(edited(merged, ['Vapes', { mergeInto: null }]).of('carts').name).toBe('Vapes');
  });

  test('that items without one get', () => {
    const other = edited(USUAL, ['Unknown', { name: 'Other' }]);
    expect([other.shown(null), other.shown('Unknown'), other.of(null).name]).toEqual(['Other', 'Other', 'Other']);
    expect(USUAL.shown(null)).toBe(null);
  });
});

describe('a rename', () => {
  test('keeps kind, color, the rule of food and the usual place', () => {
    const renamed = edited(USUAL, ['Munchies', { name: 'Snacks' }], ['Flower', { name: 'Herbs' }]);
    expect(renamed.kindOf('Munchies')).toBe('edible');
    expect(renamed.originOf('Snacks')).toBe('munchies');
    const names = ['Snacks', 'Vapes', 'Herbs', 'Carts'];
    expect(shownCategories(renamed, names)).toEqual([
      { name: 'Carts', hue: null, position: null },
      { name: 'Herbs', hue: 150, position: null },
      { name: 'Snacks', hue: 100, position: null },
      { name: 'Vapes', hue: null, position: null },
    ]);
  });

  test('to another writing of the same name is one', () => {
    expect(edited(USUAL, ['Flower', { name: ' FLOWER ' }]).of('flower').name).toBe('FLOWER');
  });
});

test('a merge takes the kind, the color and the hiding of its target', () => {
  const merged = edited(USUAL, ['Vapes', { hidden: true, hue: 7, kind: 'none' }], ['Carts', { mergeInto: 'Vapes' }]);
  expect(merged.of('Carts')).toMatchObject({ name: 'Vapes', hue: 7 });
  expect(merged.kindOf('Carts')).toBe(null);
  expect(merged.isHidden({ category: 'Carts', brand: null })).toBe(true);
});

test('In-House products are hidden there only, and limits count them by their own category', () => {
  const hidden = edited(USUAL, ['Flower', { hidden: true }]);
  expect(hidden.isHidden({ category: 'Flower', brand: 'In House' })).toBe(false);
  const inHouse = edited(USUAL, ['In-House Products', { hidden: true }]);
  expect(inHouse.isHidden({ category: 'Flower', brand: 'in-house' })).toBe(true);
  expect(inHouse.isHidden({ category: 'Flower', brand: 'Other' })).toBe(false);
  expect(inHouse.kindOf('Flower')).toBe('flower');
});

describe('a kind', () => {
  test.each([
    ['is a guess', {}, 'flower'],
    ['can be set', { kind: 'vape' }, 'vape'],
    ['can be none', { kind: 'none' }, 'none'],
    ['can be unknown', { kind: null }, null],
  ] as const)('%s', (_, edit, kind) => {
    expect(kindOfCategory(edited(USUAL, ['Flower', edit]).of('Flower'))).toBe(kind);
  });

  test('that is the guess changes nothing', () => {
    expect(planCategory(USUAL, 'Flower', { kind: 'flower' })).toMatchObject({ changes: [] });
    expect(planCategory(mapOf('Tea'), 'Tea', { kind: null })).toMatchObject({ changes: [] });
  });
});

describe('is refused:', () => {
  const merged = edited(USUAL, ['Carts', { mergeInto: 'Vapes' }], ['Flower', { name: 'Buds' }]);
  test.each([
    ['an unknown category', 'Tea', { hue: 1 }, { code: 'not_found' }],
    ['anything of a merged one', 'Carts', { hue: 1 }, { code: 'not_found' }],
    ['anything of a merged one but the end of that', 'Carts', { mergeInto: null, hue: 1 }, { code: 'not_found' }],
    ['another merge of a merged one', 'Carts', { mergeInto: 'Buds' }, { code: 'not_found' }],
    ['a name that another one has', 'Buds', { name: 'VAPES' }, { code: 'category_exists', name: 'Vapes' }],
    ['a name that a merged one has', 'Buds', { name: 'carts' }, { code: 'category_exists', name: 'Carts' }],
    ['a name that items of another one have', 'Vapes', { name: 'Flower' }, { code: 'category_exists', name: 'Buds' }],
    ['the name of items without one', 'Vapes', { name: 'unknown' }, { code: 'category_exists', name: 'Unknown' }],
    ['a name that nobody sees', 'Vapes', { name: ' \u200b ' }, { code: 'invalid_input' }],
    ['an unknown target', 'Vapes', { mergeInto: 'Tea' }, { code: 'invalid_input' }],
    ['name and target together', 'Vapes', { name: 'Pens', mergeInto: 'Buds' }, { code: 'invalid_input' }],
    ['name and the end of a merge together', 'Vapes', { name: 'Pens', mergeInto: null }, { code: 'invalid_input' }],
    ['a merge into itself', 'Vapes', { mergeInto: 'vapes' }, { code: 'category_circle' }],
    ['a circle of two', 'Vapes', { mergeInto: 'Carts' }, { code: 'category_circle' }],
    ['another name for In-House', 'In-House Products', { name: 'Ours' }, { code: 'category_fixed' }],
    ['a merge of In-House', 'in-house products', { mergeInto: 'Buds' }, { code: 'category_fixed' }],
    ['a merge into In-House', 'Buds', { mergeInto: 'In-House Products' }, { code: 'category_fixed' }],
    ['a place for In-House', 'In-House Products', { position: 3 }, { code: 'category_fixed' }],
    ['the name of In-House', 'Buds', { name: 'IN-HOUSE  products' }, { code: 'category_fixed' }],
  ] as [string, string, CategoryEdit, object][])('%s', (_, name, edit, refused) => {
    expect(planCategory(merged, name, edit)).toMatchObject({ refused });
  });

  test('a circle of three', () => {
    const chain = edited(USUAL, ['Carts', { mergeInto: 'Vapes' }], ['Vapes', { mergeInto: 'Flower' }]);
    expect(planCategory(chain, 'Flower', { mergeInto: 'Carts' })).toMatchObject({
      refused: { code: 'category_circle' },
    });
  });
});

describe('the order of the picker', () => {
  const names = (map: CategoryMap, ...of: string[]) =>
    inPickerOrder(of.map((name) => map.of(name))).map(({ name }) => name);
  const ALL = ['Unknown', 'Vapes', 'Munchies', 'Flower', 'Carts', 'In-House Products'];

  test('is the usual one as long as no category has a position', () => {
    expect(names(USUAL, ...ALL)).toEqual(['In-House Products', 'Carts', 'Flower', 'Munchies', 'Vapes', 'Unknown']);
  });

  test('goes by positions, then by name', () => {
    const placed = edited(
      USUAL,
      ['Vapes', { position: 2 }],
      ['Munchies', { position: 2 }],
      ['Flower', { position: 9 }],
    );
    expect(names(placed, ...ALL)).toEqual(['In-House Products', 'Munchies', 'Vapes', 'Flower', 'Carts', 'Unknown']);
  });

  test('can be set as a whole', () => {
    const plan = planOrder(edited(USUAL, ['Carts', { position: 4 }]), ['Vapes', 'Unknown', 'flower']);
    if ('refused' in plan) throw new Error('refused');
    const ordered = changedCategories(USUAL, plan.changes);
    const places = ['Vapes', 'Unknown', 'Flower', 'Carts'].map((name) => ordered.of(name).position);
    expect(places).toEqual([1, 2, 3, null]);
  });

  test.each([
    [['Tea'], 'invalid_input'],
    [['Flower', 'FLOWER'], 'invalid_input'],
    [['In-House Products'], 'category_fixed'],
  ])('%j: %s', (order, code) => {
    expect(planOrder(USUAL, order)).toMatchObject({ refused: { code } });
  });
});

describe('Undo', () => {
  const changesOf = (map: CategoryMap, name: string, edit: CategoryEdit) => {
    const plan = planCategory(map, name, edit);
    if ('refused' in plan) throw new Error('refused');
    return plan.changes;
  };

  test('brings all six values back', () => {
    const before = edited(USUAL, ['Flower', { name: 'Buds', kind: 'none', hue: 3, position: 2, hidden: true }]);
    const changes = changesOf(before, 'Buds', { name: 'Herbs', kind: null, hue: null, position: 1, hidden: false });
    const changed = changedCategories(before, changes);
    const { changes: undoing, skipped } = planCategoryUndo(changed, changes);
    expect(skipped).toEqual([]);
    expect(changedCategories(changed, undoing).records).toEqual(before.records);
  });

  test('leaves and names what has changed since', () => {
    const changes = changesOf(USUAL, 'Flower', { hue: 5, hidden: true });
    const since = edited(changedCategories(USUAL, changes), ['Flower', { hue: 9 }]);
    const { changes: undoing, skipped } = planCategoryUndo(since, changes);
    expect(skipped).toEqual(['Flower: color']);
    expect(changedCategories(since, undoing).of('Flower')).toMatchObject({ hue: 9, hidden: false });
  });

  test('leaves a name that another category has by now, and a merge that would be a circle', () => {
    const renaming = changesOf(USUAL, 'Flower', { name: 'Buds' });
    const undone = changedCategories(
      changedCategories(USUAL, renaming),
      planCategoryUndo(changedCategories(USUAL, renaming), renaming).changes,
    );
    const taken = edited(undone, ['Carts', { name: 'Buds' }]);
    const redo = planCategoryUndo(changedCategories(USUAL, renaming), renaming).changes;
    expect(planCategoryUndo(taken, redo)).toEqual({ changes: [], skipped: ['Flower: name'] });

    const merging = changesOf(USUAL, 'Carts', { mergeInto: 'Vapes' });
    const ended = changesOf(changedCategories(USUAL, merging), 'Carts', { mergeInto: null });
    const turned = edited(USUAL, ['Vapes', { mergeInto: 'Carts' }]);
    expect(planCategoryUndo(turned, ended)).toEqual({ changes: [], skipped: ['Carts: merge'] });
  });
});
