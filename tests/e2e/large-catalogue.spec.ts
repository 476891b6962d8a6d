import { existsSync, readFileSync } from 'node:fs';
import { menu } from '../../bench/menu.ts';
import { expect, ONCE, test } from './fixtures.ts';
import type { FileProduct } from './products.ts';
import { uploadFile } from './shop-api.ts';
import { openAsNewMember, searchFor } from './storefront-page.ts';

// The inventory that the benchmarks generate, and a real one if its file is there. The real one is not in the repository.
const REAL_FILE = process.env.GREENROOM_MENU ?? '../shared/data/menu.customization';
const INVENTORIES = [{ kind: 'generated', text: JSON.stringify({ data: menu(2400) }), productsWithStock: 2400 }];
if (existsSync(REAL_FILE)) {
  INVENTORIES.push({ kind: 'real', text: readFileSync(REAL_FILE, 'utf8'), productsWithStock: 2164 });
}

/** In-House products of an upload arrive inactive, so members do not see them (behavior 9.7). */
const isInHouse = ({ brand = '' }: FileProduct) => brand.replace(/[\s-]/g, '').toLowerCase() === 'inhouse';

for (const { kind, text, productsWithStock } of INVENTORIES) {
  test(`a member shops from a ${kind} inventory of 2,400 products`, ONCE, async ({ page, shop }) => {
    // Without IMAGE_ORIGIN the shop has none of their pictures, and the page asks for none: a 404 fails the journey.
    expect(await uploadFile(shop, text)).toMatchObject({ totalProducts: 2400, productsWithStock });

    const { data } = JSON.parse(text) as { data: FileProduct[] };
    const inCarts = data.filter((product) => product.category === 'Carts' && product.qty > 0 && !isInHouse(product));
    const wanted = inCarts.find(({ qty }) => qty > 4)!;

    await openAsNewMember(page, shop);
    await page.getByRole('button', { name: /^Carts/ }).click();
    await expect(page.getByText(`${inCarts.length} products available`)).toBeVisible();
    await searchFor(page, wanted.name);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByText(`${wanted.name} has been added to your cart`)).toBeVisible();
  });
}
