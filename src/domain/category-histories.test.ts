import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CategoryChange,
  type CategoryEdit,
  changedCategories,
  planCategory,
  planCategoryUndo,
} from './category-changes.ts';
import { CategoryMap, plainCategory, withNames } from './category-map.ts';
import { foldName } from './typed-text.ts';

/** Some fold alike. */
const WRITTEN = ['Flower', 'FLOWER ', 'Buds', 'Carts', 'carts', 'Vapes', 'Tea', null] as const;
const NAMES = ['Flower', 'Buds', 'Herbs', 'Carts', 'Pens', 'Vapes', 'Unknown'] as const;

type Event =
  /** A sync or an edit gives an item another text. */
  | { do: 'write'; item: number; text: string | null }
  /** A file replaces all items. */
  | { do: 'replace'; texts: (string | null)[] }
  | { do: 'edit'; name: string; edit: CategoryEdit }
  | { do: 'undo'; place: number };

const written = fc.constantFrom(...WRITTEN);
const name = fc.constantFrom(...NAMES);
const edit: fc.Arbitrary<CategoryEdit> = fc.oneof(
  fc.record({ name }),
  fc.record({ mergeInto: fc.option(name, { freq: 4 }) }),
  fc.record({ hue: fc.option(fc.nat(2)), hidden: fc.boolean() }),
  fc.record({ kind: fc.option(fc.constantFrom('flower', 'vape', 'none')), position: fc.option(fc.nat(3)) }),
);
const events: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), item: fc.nat(3), text: written }),
  fc.record({ do: fc.constant('replace' as const), texts: fc.array(written, { minLength: 4, maxLength: 4 }) }),
  fc.record({ do: fc.constant('edit' as const), name, edit }),
  fc.record({ do: fc.constant('edit' as const), name, edit }),
  fc.record({ do: fc.constant('undo' as const), place: fc.nat(20) }),
);

/**
 * The same as a simple model: a category is a labeled box with every name that items ever gave it. Merging puts one box
 * into another.
 */
class Model {
  boxes: { texts: Set<string>; label: string; within: Model['boxes'][number] | null }[] = [];

  boxOf(text: string | null) {
    const folded = foldName(text ?? 'Unknown');
    return (
      this.boxes.find((box) => box.texts.has(folded)) ??
      this.boxes.find((box) => foldName(box.label) === folded) ??
      null
    );
  }

  write(text: string | null) {
    const box = this.boxOf(text);
    if (box) box.texts.add(foldName(text ?? 'Unknown'));
    else
      this.boxes.push({
        texts: new Set([foldName(text ?? 'Unknown')]),
        label: (text ?? 'Unknown').trim(),
        within: null,
      });
  }

  outermost(text: string | null): string {
    let box = this.boxOf(text);
    while (box?.within) box = box.within;
    return box?.label ?? (text ?? 'Unknown').trim();
  }
}

test('every item is in the category that the seller has made of its text, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 30 }), (history) => {
      let map = new CategoryMap([]);
      const model = new Model();
      model.write(null);
      const items: (string | null)[] = [null, null, null, null];
      const changes: CategoryChange[][] = [];
      const apply = (made: CategoryChange[]) => {
        if (made.length === 0) return;
        map = changedCategories(map, made);
        changes.push(made);
        for (const { key, after } of made) {
          const box = model.boxes.find(({ texts }) => texts.has(key))!;
          if (after.name !== undefined) box.label = after.name;
          if (after.mergedInto !== undefined) {
            box.within = after.mergedInto === null ? null : model.boxOf(after.mergedInto);
          }
        }
      };
      for (const event of history) {
        if (event.do === 'edit') {
          const plan = planCategory(map, event.name, event.edit);
          if (!('refused' in plan)) apply(plan.changes);
        } else if (event.do === 'undo') {
          const undone = changes[event.place % Math.max(1, changes.length)];
          if (undone) apply(planCategoryUndo(map, undone).changes);
        } else {
          const texts = event.do === 'write' ? [event.text] : event.texts;
          map = withNames(map, texts);
          for (const text of texts) model.write(text);
          if (event.do === 'write') items[event.item] = event.text;
          else items.splice(0, 4, ...event.texts);
        }
        for (const text of items) expect(map.of(text).name).toBe(model.outermost(text));
        // Nothing is merged in a circle, and no two categories have one name.
        for (const record of map.records) expect(map.targetOf(record).mergedInto).toBe(null);
        const names = map.records.map((record) => foldName(record.name));
        expect(new Set(names).size).toBe(names.length);
      }
    }),
    { numRuns: 300 },
  );
});

test('undoing every change in turn leaves nothing of them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, edit), { maxLength: 30 }), (edits) => {
      const first = withNames(new CategoryMap([]), WRITTEN);
      let map = first;
      const changes: CategoryChange[][] = [];
      for (const [called, wanted] of edits) {
        const plan = planCategory(map, called, wanted);
        if ('refused' in plan) continue;
        map = changedCategories(map, plan.changes);
        changes.push(plan.changes);
      }
      for (const made of changes.reverse()) {
        const { changes: undoing, skipped } = planCategoryUndo(map, made);
        expect(skipped).toEqual([]);
        map = changedCategories(map, undoing);
      }
      for (const record of map.records) expect(record).toEqual(first.byKey(record.key) ?? plainCategory(record.key));
    }),
    { numRuns: 300 },
  );
});
