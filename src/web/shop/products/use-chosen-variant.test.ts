import { describe, expect, test } from 'vitest';
import { groupProducts } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';
import { buildProduct } from '../../testing/products.ts';
import { freshGroups } from './steady-groups.ts';
import { type Choices, chosenVariant, forgetImpossible } from './use-chosen-variant.ts';

const half = buildProduct({ id: 1, name: 'Blue Dream - Half', finalPrice: 90 });
const ounce = buildProduct({ id: 2, name: 'Blue Dream - Ounce', finalPrice: 160 });
const groupOf = (...products: Product[]) => freshGroups(groupProducts(products))[0]!;

describe('the variant a card shows', () => {
  test('is the one that sorted it, under a price sort', () => {
    expect(chosenVariant(groupOf(half, ounce), 'high-low', new Map()).variant.id).toBe(2);
    expect(chosenVariant(groupOf(half, ounce), 'low-high', new Map()).variant.id).toBe(1);
  });

  test('stays when it sells out, though another is in stock', () => {
    const choices: Choices = new Map();
    chosenVariant(groupOf(half, ounce), 'none', choices);
    const after = chosenVariant(groupOf({ ...half, quantity: 0 }, ounce), 'none', choices);
    expect(after).toMatchObject({ variant: { id: 1, quantity: 0 }, isGone: false });
  });

  test('stays, marked as gone, when it leaves the shop, so that no press buys another', () => {
    const choices: Choices = new Map();
    chosenVariant(groupOf(half, ounce), 'none', choices);
    expect(chosenVariant(groupOf(ounce), 'none', choices)).toMatchObject({ variant: { id: 1 }, isGone: true });
  });

  test('is another when the filters leave it out of its group', () => {
    const choices: Choices = new Map();
    chosenVariant(groupOf(half, ounce), 'none', choices);
    forgetImpossible(choices, [groupOf(ounce)]);
    expect(chosenVariant(groupOf(ounce), 'none', choices)).toMatchObject({ variant: { id: 2 }, isGone: false });
  });

  test('is there again when it comes back', () => {
    const choices: Choices = new Map();
    chosenVariant(groupOf(half, ounce), 'none', choices);
    chosenVariant(groupOf(ounce), 'none', choices);
    expect(chosenVariant(groupOf(half, ounce), 'none', choices)).toMatchObject({ variant: { id: 1 }, isGone: false });
  });
});
