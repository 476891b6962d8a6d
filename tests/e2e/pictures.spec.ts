import { readFile } from 'node:fs/promises';
import { expect, ONCE, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import { openAs, registerMember, stock } from './shop-api.ts';

// A worker would ask for the pictures where a journey cannot answer in its place.
test.use({ shopEnv: { DEMO: 'off' }, serviceWorkers: 'block' });

test(
  'a picture that cannot be had in one form is shown in another, and where there is none the initials stand',
  ONCE,
  async ({ page, shop, complaints }) => {
    complaints.foresee(/status of 404/);
    const pictures: Record<string, string> = { 'Blue Hour Cart': 'jar.png', 'Citrus Grove Cart': 'lost.png' };
    await stock(
      shop,
      SHELF.filter(({ name }) => name in pictures).map((product) => ({
        ...product,
        images: [pictures[product.name]!],
      })),
    );
    const asked: string[] = [];
    await page.route('**/api/proxy-image/*', async (route) => {
      const name = route.request().url().split('/').at(-1)!;
      asked.push(name);
      if (name === 'x950-jar.png')
        await route.fulfill({ contentType: 'image/png', body: await readFile('public/icon-512.png') });
      else await route.fulfill({ status: 404 });
    });
    const { token } = await registerMember(shop);
    await openAs(page, shop, token, '/?category=Carts');

    const jar = page.getByRole('article', { name: 'Blue Hour Cart' }).locator('img');
    await expect(jar).toHaveJSProperty('naturalWidth', 512);
    await expect(jar).toHaveCSS('opacity', '1');
    const lost = page.getByRole('article', { name: 'Citrus Grove Cart' });
    await expect(lost.getByText('CG', { exact: true })).toBeVisible();
    await expect(lost.locator('img')).toHaveCount(0);
    const forms = asked.filter((name) => name.endsWith('lost.png'));
    expect(forms).toEqual(expect.arrayContaining(['x250-lost.png', 'x950-lost.png']));
    expect(new Set(forms).size, 'each form is asked for once').toBe(forms.length);
  },
);
