import { existsSync, readFileSync } from 'node:fs';
import { adminToken, type FileProduct, openAs, registerMember } from './people.ts';
import { expect, test } from './shop-server.ts';

/** A real menu of 2,400 products, where one lies beside the project or is named; it is not part of the project. */
const MENU = process.env.GREENROOM_MENU ?? '../shared/data/menu.customization';

test.use({ shopEnv: { DEMO: 'off' } });

if (existsSync(MENU)) {
  test('a member shops from a real menu of 2,400 products', async ({ page, shop, complaints }) => {
    // The menu names pictures that are not here: members see initials in their place.
    complaints.foresee(/status of 404 .*\/api\/proxy-image\//);
    const form = new FormData();
    form.append('file', new Blob([readFileSync(MENU)]), 'menu.customization');
    const answer = await fetch(`${shop.url}/api/admin/inventory/replace-inventory`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await adminToken(shop)}` },
      body: form,
    });
    expect(((await answer.json()) as { stats: unknown }).stats).toMatchObject({
      totalProducts: 2400,
      productsWithStock: 2164,
    });

    const { data } = JSON.parse(readFileSync(MENU, 'utf8')) as { data: FileProduct[] };
    // What arrives in-house by upload is not shown to members.
    const inHouse = (brand = '') => brand.replace(/[\s-]/g, '').toLowerCase() === 'inhouse';
    const inCarts = data.filter(({ category, qty, brand }) => category === 'Carts' && qty > 0 && !inHouse(brand));
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
