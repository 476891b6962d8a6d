import { existsSync, readFileSync } from 'node:fs';
import { menu } from '../../bench/menu.ts';
import { expect, test } from './fixtures.ts';
import { adminToken, type FileProduct, openAs, registerMember } from './shop-api.ts';

/**
 * The menu that the measurements draw, and beside it a real one where it is named or lies next to the project: the
 * real one is not part of the project, so a clone alone has one journey less.
 */
const REAL_MENU = process.env.GREENROOM_MENU ?? '../shared/data/menu.customization';
const MENUS = [{ kind: 'drawn', file: JSON.stringify({ data: menu(2400) }), withStock: 2400 }];
if (existsSync(REAL_MENU)) MENUS.push({ kind: 'real', file: readFileSync(REAL_MENU, 'utf8'), withStock: 2164 });

test.use({ shopEnv: { DEMO: 'off' } });

/** What arrives in-house by upload is not shown to members. */
const isInHouse = ({ brand = '' }: FileProduct) => brand.replace(/[\s-]/g, '').toLowerCase() === 'inhouse';

for (const { kind, file, withStock } of MENUS) {
  test(`a member shops from a ${kind} menu of 2,400 products`, async ({ page, shop, complaints }) => {
    // The menu names pictures that are not here: members see initials in their place.
    complaints.foresee(/status of 404 .*\/api\/proxy-image\//);
    const form = new FormData();
    form.append('file', new Blob([file]), 'menu.customization');
    const answer = await fetch(`${shop.url}/api/admin/inventory/replace-inventory`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await adminToken(shop)}` },
      body: form,
    });
    expect(((await answer.json()) as { stats: unknown }).stats).toMatchObject({
      totalProducts: 2400,
      productsWithStock: withStock,
    });

    const { data } = JSON.parse(file) as { data: FileProduct[] };
    const inCarts = data.filter((product) => product.category === 'Carts' && product.qty > 0 && !isInHouse(product));
    const wanted = inCarts.find(({ qty }) => qty > 4)!;

    const { token } = await registerMember(shop);
    await openAs(page, shop, token);
    await page.getByRole('button', { name: /^Carts/ }).click();
    await expect(page.getByText(`${inCarts.length} products available`)).toBeVisible();
    await page.getByRole('textbox', { name: 'Search Products' }).fill(wanted.name);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByText(`${wanted.name} has been added to your cart`)).toBeVisible();
  });
}
