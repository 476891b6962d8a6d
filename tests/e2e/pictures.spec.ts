import { expect, ONCE, test } from './fixtures.ts';
import { openAsNewMember, productCard } from './storefront-page.ts';

test.use({ shopEnv: { DEMO: 'on' }, serviceWorkers: 'allow' });

test('tile, card and details have the pictures of their shape, variant and theme', ONCE, async ({ page, shop }) => {
  await test.step('a tile has a picture of its shape, a card that of its variant, and the details show several', async () => {
    await openAsNewMember(page, shop);
    // In-House is the wide one.
    const pictureOf = (category: RegExp) => page.getByRole('button', { name: category }).locator('img');
    await expect(pictureOf(/^In-House/)).toHaveAttribute('src', /\.wide\.jpg$/);
    await expect(pictureOf(/^Flower/)).toHaveAttribute('src', /\.tile\.jpg$/);

    await page.goto('/?category=Flower');
    const card = productCard(page, 'Harbor Fog');
    await expect(card.locator('img')).toHaveAttribute('src', /harbor-fog-35g\.jpg$/);
    await card.getByText('7G', { exact: true }).click();
    await expect(card.locator('img')).toHaveAttribute('src', /harbor-fog-7g\.jpg$/);

    await card.getByRole('button', { name: /^View/ }).click();
    const details = page.getByRole('dialog');
    const shown = details.getByRole('img', { name: 'Harbor Fog - 7G' });
    await expect(shown).toHaveAttribute('src', /harbor-fog-7g\.jpg$/);
    await details.getByRole('button', { name: 'Picture 2 of 2' }).click();
    await expect(shown).toHaveAttribute('src', /harbor-fog-7g-2\.jpg$/);
    await expect(details.getByRole('button', { name: 'Picture 2 of 2' })).toHaveAttribute('aria-pressed', 'true');
  });
  await test.step('the light theme shows the pictures made for it, at once', async () => {
    await page.goto('/?category=Flower');
    const picture = productCard(page, 'Harbor Fog').locator('img');
    await expect(picture).toHaveAttribute('src', /harbor-fog-35g\.jpg$/);
    await page.evaluate(() => {
      localStorage.setItem('greenroom-theme', 'light');
      window.dispatchEvent(new Event('greenroom-theme'));
    });
    await expect(picture).toHaveAttribute('src', /harbor-fog-35g\.light\.jpg$/);
    await page.reload();
    await expect(picture).toHaveAttribute('src', /harbor-fog-35g\.light\.jpg$/);
  });
});
