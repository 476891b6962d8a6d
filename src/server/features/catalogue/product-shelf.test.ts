import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProductShelf } from './product-shelf.ts';

const sealed = async (shelf: ProductShelf) => {
  const { version, parts } = await shelf.seal(async () => {});
  return { version, json: Buffer.concat(parts).toString() };
};

const product = (id: number, quantity: number) => JSON.stringify({ id, name: `Nº ${id}`, quantity });

test('an empty shelf is an empty inventory', async () => {
  expect((await sealed(new ProductShelf())).json).toBe('{"inventory":[]}');
});

test('whatever came and went before, the same products are the same bytes and version, in the order of their ids', () => {
  const step = fc.record({ id: fc.integer({ min: 1, max: 300 }), quantity: fc.option(fc.nat(9)), seal: fc.boolean() });
  return fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const shelf = new ProductShelf();
      const expected = new Map<number, number>();
      for (const { id, quantity, seal } of steps) {
        if (quantity === null) {
          shelf.delete(id);
          expected.delete(id);
        } else {
          shelf.set(id, product(id, quantity));
          expected.set(id, quantity);
        }
        if (seal) await sealed(shelf);
      }
      const fresh = new ProductShelf();
      const inOrder = [...expected].sort(([a], [b]) => a - b);
      for (const [id, quantity] of inOrder.toReversed()) fresh.set(id, product(id, quantity));
      expect(await sealed(shelf)).toEqual(await sealed(fresh));
      const { json } = await sealed(shelf);
      expect(json).toBe(`{"inventory":[${inOrder.map(([id, quantity]) => product(id, quantity)).join(',')}]}`);
      expect([shelf.size, [...shelf.ids()].sort()]).toEqual([expected.size, [...expected.keys()].sort()]);
    }),
  );
});

test('any change of any product is another version, and the change back the first one', async () => {
  const shelf = new ProductShelf();
  for (let id = 1; id <= 200; id++) shelf.set(id, product(id, 5));
  const first = await sealed(shelf);
  for (const id of [1, 63, 64, 65, 128, 200]) {
    shelf.set(id, product(id, 4));
    expect((await sealed(shelf)).version).not.toBe(first.version);
    shelf.set(id, product(id, 5));
    expect(await sealed(shelf)).toEqual(first);
  }
});
