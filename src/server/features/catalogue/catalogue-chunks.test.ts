import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CatalogueChunks } from './catalogue-chunks.ts';

const sealed = async (chunks: CatalogueChunks) => {
  const { version, parts } = await chunks.seal(async () => {});
  return { version, json: Buffer.concat(parts).toString() };
};

const product = (id: number, quantity: number) => JSON.stringify({ id, name: `Nº ${id}`, quantity });

test('without products the catalogue is an empty inventory', async () => {
  expect((await sealed(new CatalogueChunks())).json).toBe('{"inventory":[]}');
});

test('the same products give the same bytes and version in the order of their ids, whatever was added and deleted before', () => {
  const step = fc.record({ id: fc.integer({ min: 1, max: 300 }), quantity: fc.option(fc.nat(9)), seal: fc.boolean() });
  return fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const chunks = new CatalogueChunks();
      const expected = new Map<number, number>();
      for (const { id, quantity, seal } of steps) {
        if (quantity === null) {
          chunks.delete(id);
          expected.delete(id);
        } else {
          chunks.set(id, product(id, quantity));
          expected.set(id, quantity);
        }
        if (seal) await sealed(chunks);
      }
      const fresh = new CatalogueChunks();
      const inOrder = [...expected].sort(([a], [b]) => a - b);
      for (const [id, quantity] of inOrder.toReversed()) fresh.set(id, product(id, quantity));
      expect(await sealed(chunks)).toEqual(await sealed(fresh));
      const { json } = await sealed(chunks);
      expect(json).toBe(`{"inventory":[${inOrder.map(([id, quantity]) => product(id, quantity)).join(',')}]}`);
      expect([chunks.size, [...chunks.ids()].sort()]).toEqual([expected.size, [...expected.keys()].sort()]);
    }),
  );
});

test('every change of a product gives another version, and changing it back gives the first version', async () => {
  const chunks = new CatalogueChunks();
  for (let id = 1; id <= 200; id++) chunks.set(id, product(id, 5));
  const first = await sealed(chunks);
  for (const id of [1, 63, 64, 65, 128, 200]) {
    chunks.set(id, product(id, 4));
    expect((await sealed(chunks)).version).not.toBe(first.version);
    chunks.set(id, product(id, 5));
    expect(await sealed(chunks)).toEqual(first);
  }
});
