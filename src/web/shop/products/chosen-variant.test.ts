import { describe, expect, test } from 'vitest';
import { groupProducts } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';
import { buildProduct } from '../../testing/products.ts';
import { type Choices, chosenVariant, dropFilteredChoices } from './chosen-variant.ts';
import { newListGroups } from './list-groups.ts';

const half = buildProduct({ id: 1, name: 'Blue Dream - Half', finalPrice: 90 });
const ounce = buildProduct({ id: 2, name: 'Blue Dream - Ounce', finalPrice: 160 });
const groupOf = (...products: Product[]) => newListGroups(groupProducts(products))[0]!;

describe('the variant a card shows', () => {
  test('is the one that placed the group, under a price sort', () => {
    expect(chosenVariant(groupOf(half, ounce), 'high-low', new Map()).variant.id).toBe(2);
    expect(chosenVariant(groupOf(half, ounce), 'low-high', new Map()).variant.id).toBe(1);
  });

  test('stays when it sells out, even if another is in stock', () => {
    const choices: Choices = new Map();
    chosenVariant(groupOf(half, ounce), 'none', choices);
    const after = chosenVariant(groupOf({ ...half, quantity: 0 }, ounce), 'none', choices);
    expect(after).toMatchObject({ variant: { id: 1, quantity: 0 }, isGone: false });
  });

  test('stays, marked as gone, when it leaves the shop, so that no press adds another product', () => {
    const choices: Choices = new Map();
    chosenVariant(groupOf(half, ounce), 'none', choices);
    expect(chosenVariant(groupOf(ounce), 'none', choices)).toMatchObject({ variant: { id: 1 }, isGone: true });
  });

  test('changes when the filters remove it from its group', () => {
    const choices: Choices = new Map();
    chosenVariant(groupOf(half, ounce), 'none', choices);
    dropFilteredChoices(choices, [groupOf(ounce)]);
    expect(chosenVariant(groupOf(ounce), 'none', choices)).toMatchObject({ variant: { id: 2 }, isGone: false });
  });

  test('is shown again when it returns', () => {
    const choices: Choices = new Map();
    chosenVariant(groupOf(half, ounce), 'none', choices);
    chosenVariant(groupOf(ounce), 'none', choices);
    expect(chosenVariant(groupOf(half, ounce), 'none', choices)).toMatchObject({ variant: { id: 1 }, isGone: false });
  });
});
