import type { Locator, Page } from '@playwright/test';
import { expectAccessible, tabTo } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { expectApart } from './geometry.ts';
import {
  DRAWING,
  end,
  expectOpen,
  head,
  line,
  mark,
  NOTHING_SET,
  press,
  readOpening,
  statesOf,
  step,
  title,
} from './opening-page.ts';
import { openPanel, shownToast } from './panel-page.ts';
import { callAsAdmin, registerWithRole } from './shop-api.ts';
import { mockChat, openAs } from './storefront-page.ts';

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** A person with nothing but a keyboard. What is typed, and Tab, do not count as activations. */
const keyboardOf = (count: { activations: number }) => (page: Page) => ({
  press: async (control: Locator, key: 'Enter' | 'Space' = 'Enter') => {
    await expect(control).toBeEnabled();
    await tabTo(page, control);
    await page.keyboard.press(key);
    count.activations += 1;
  },
  /** Chooses from an open menu. */
  choose: async (entry: Locator) => {
    await entry.waitFor();
    const isReached = () => entry.evaluate((element) => element === document.activeElement);
    while (!(await isReached())) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    count.activations += 1;
  },
  type: async (field: Locator, text: string) => {
    await tabTo(page, field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
  /** Sends a form from the field that has the focus. */
  enter: async () => {
    await page.keyboard.press('Enter');
    count.activations += 1;
  },
});

test.describe('from nothing', () => {
  test.use({
    shopEnv: { ...NOTHING_SET, SHOP_ACCESS_CODE: '', SHOP_ADMIN_PASSWORD: '', OPEN_ORDERS: '', FIRST_ORDER_MAX: '' },
  });

  test(
    'from the first sign-in of an owner to the first order of a member, by keyboard, on a phone',
    ONCE,
    async ({ page, shop, context, openOtherBrowser, browserErrors }) => {
      browserErrors.allow(REFUSED_CALL);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const count = { activations: 0 };
      const keyboard = keyboardOf(count);
      const owner = keyboard(page);
      const [, code = ''] = /Access code +(\S+)/.exec(shop.output())!;
      const [, password = ''] = /Password +(\S+)/i.exec(shop.output())!;
      const own = 'lamps in the glasshouse 9';

      await test.step('the owner comes in with what the shop has printed', async () => {
        await page.goto(shop.url);
        await owner.type(page.getByLabel('Access Code', { exact: true }), code);
        await expectAccessible(page, 'the gate of a new shop');
        await owner.enter();
        await owner.press(page.getByRole('button', { name: 'Login' }));
        await owner.type(page.getByLabel('Username', { exact: true }), shop.admin.username);
        await owner.type(page.getByLabel('Password', { exact: true }), password);
        await owner.enter();
        await page.getByText('No products found').waitFor();
        await expectAccessible(page, 'the empty shop');
        await owner.press(page.getByRole('button', { name: 'Account', exact: true }));
        await owner.choose(page.getByRole('menuitem', { name: 'Admin' }));
        await expect(page.getByLabel('New Password', { exact: true })).toBeFocused();
        await expectAccessible(page, 'the choice of a password');
        await owner.type(page.getByLabel('New Password', { exact: true }), own);
        await owner.type(page.getByLabel('Confirm Password', { exact: true }), own);
        await owner.enter();
        await expect(title(page)).toBeVisible();
        await expect(page).toHaveTitle('Open your shop · Admin · Greenroom');
      });
      await test.step('the name; what is saved opens the next step, with the focus in it', async () => {
        await expectOpen(page, 'Name and logo');
        await expectAccessible(page, 'the first step');
        await owner.type(page.getByLabel('Shop name'), 'Night Leaf');
        await owner.enter();
        await expect(page.getByLabel('Seller on Telegram')).toBeFocused();
        await expect(page.getByRole('status').filter({ hasText: 'Chat, step 2 of 8.' })).toBeAttached();
        await expect(step(page, 'Name and logo')).toContainText('Night Leaf');
      });
      await test.step('chat, payment, and shipping as it is', async () => {
        await owner.type(page.getByLabel('Seller on Telegram'), 'night_leaf');
        await owner.enter();
        await expect(page.getByLabel('Bitcoin address')).toBeFocused();
        await owner.type(page.getByLabel('Bitcoin address'), BITCOIN);
        await expectAccessible(page, 'the step of the wallets');
        await owner.enter();
        await expect(page.getByLabel('Standard shipping')).toBeFocused();
        await owner.press(page.getByRole('button', { name: 'Save', exact: true }));
      });
      await test.step('sample products', async () => {
        await expect(page.getByRole('button', { name: 'Add item' })).toBeFocused();
        await expectAccessible(page, 'the step of the products');
        await owner.press(page.getByRole('button', { name: 'Add 12 sample products' }));
        await expect(page.getByText('12 products on the shelves.')).toBeVisible(DRAWING);
        await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
        await owner.enter();
      });
      await test.step('the rules', async () => {
        await owner.type(page.getByLabel('Minimum age'), '18');
        await expectAccessible(page, 'the step of the rules');
        await owner.enter();
      });
      await test.step('the door: a code, and the message with it', async () => {
        await owner.type(page.getByLabel('Access code', { exact: true }), 'fern-tide-lantern');
        await expectAccessible(page, 'the step of the door');
        await owner.enter();
        await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
        await expect(page.getByText('This address opens on this computer only.')).toBeVisible();
        await expectAccessible(page, 'the message to send');
        await owner.enter();
        const message = await page.evaluate(() => navigator.clipboard.readText());
        for (const part of ['Night Leaf', shop.url, 'fern-tide-lantern', 'Register']) expect(message).toContain(part);
        await owner.press(page.getByRole('button', { name: 'Continue' }));
      });
      await test.step('a look, and the end', async () => {
        const look = page.getByRole('link', { name: /^See your shop/ });
        await expect(look).toBeFocused();
        await expectAccessible(page, 'the step of the look');
        const opened = context.waitForEvent('page');
        await owner.enter();
        const shopPage = await opened;
        await expect(shopPage.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
        await shopPage.close();
        await expect(end(page)).toBeFocused();
        await expect(page.getByLabel('Message to your members')).toHaveValue(/fern-tide-lantern/);
        await expect(page.getByLabel('Address of your shop')).toHaveValue(shop.url);
        for (const [name, said] of [
          ['Chat', '@night_leaf'],
          ['Payment', 'Bitcoin'],
          ['Products', '12 products'],
          ['Rules', '18 and older'],
          ['The door', 'Access code set'],
          ['A look', 'You walked in'],
        ] as const)
          await expect(step(page, name)).toContainText(said);
        await expectAccessible(page, 'the end of the path');
        await owner.press(page.getByRole('button', { name: 'Go to Overview' }));
        await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
        await expect(page.getByRole('link', { name: /No backup yet.*Back up/ })).toBeVisible();
        await expectAccessible(page, 'the overview of a shop that has just opened');
      });

      const memberPage = await openOtherBrowser();
      await memberPage.setViewportSize(page.viewportSize()!);
      await mockChat(memberPage.context());
      const member = keyboard(memberPage);
      await test.step('a member comes in with the code, registers and orders', async () => {
        await memberPage.goto(shop.url);
        await member.type(memberPage.getByLabel('Access Code', { exact: true }), 'fern-tide-lantern');
        await member.enter();
        await member.press(memberPage.getByRole('button', { name: 'Register' }));
        for (const [label, text] of [
          ['Username', 'wren.of.night'],
          ['Email', 'wren@example.test'],
          ['Password', 'a lantern by the door'],
          ['Confirm Password', 'a lantern by the door'],
        ] as const)
          await member.type(memberPage.getByLabel(label, { exact: true }), text);
        await member.press(memberPage.getByLabel('I am 18 or older'), 'Space');
        await expectAccessible(memberPage, 'the registration');
        await member.press(memberPage.getByRole('button', { name: 'Register' }));
        await member.press(memberPage.getByRole('button', { name: 'Browse all' }));
        await memberPage.getByRole('article').first().waitFor();
        await expectAccessible(memberPage, 'the list of sample products');
        await member.press(memberPage.getByRole('button', { name: /Add to Cart/ }).first());
        await member.press(memberPage.getByRole('button', { name: /^Cart(?!s)/ }));
        const drawer = memberPage.getByRole('dialog', { name: 'Your cart' });
        await drawer.getByText('Total', { exact: true }).waitFor();
        await expectAccessible(memberPage, 'the cart');
        await member.press(drawer.getByRole('button', { name: 'Confirm Order' }));
        await expect(memberPage.getByText(/^#1\d{3}$/)).toBeVisible();
        await expectAccessible(memberPage, 'the order');
      });
      await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('1 awaiting payment');
      test.info().annotations.push({ type: 'activations', description: String(count.activations) });
      expect(count.activations).toBeLessThanOrEqual(60);
    },
  );
});

test.describe('step by step', () => {
  test.use({ shopEnv: NOTHING_SET });

  test(
    'an owner lands on the opening, skips, dismisses it, and finds it again in the palette',
    ONCE,
    async ({ page, shop, openOtherBrowser }) => {
      const overview: string[] = [];
      page.on('request', (request) => request.url().includes('/api/admin/overview') && overview.push(request.url()));
      await openPanel(page, shop);
      await expect(title(page)).toBeVisible();
      await expect(page).toHaveURL(/\?tab=opening&step=name$/);
      expect(overview).toEqual([]);
      // The operator has set a code.
      await expect(page.getByText('1 of 8 steps done')).toBeVisible();

      await test.step('what is skipped says so, and the next step opens', async () => {
        await press(page, 'Skip');
        await expect(page.getByLabel('Seller on Telegram')).toBeFocused();
        await expect(step(page, 'Name and logo')).toContainText('Skipped');
        await head(page, 'Rules').click();
        await expectOpen(page, 'Rules');
        await expect(head(page, 'Rules')).toBeFocused();
        await press(page, 'Save');
        await expectOpen(page, 'A look');
        expect(await statesOf(shop)).toMatchObject({ name: 'skipped', chat: 'open', rules: 'done', look: 'open' });
      });
      await test.step('a step that was left comes after the last one', async () => {
        await press(page, 'Skip');
        await expectOpen(page, 'Chat');
        await page.reload();
        await expectOpen(page, 'Chat');
      });
      await test.step('a step far below is in view after a reload, and its fields are above its foot', async () => {
        await page.goto(`${shop.url}/admincp?tab=opening&step=rules`);
        await expectOpen(page, 'Rules');
        await expect(page.getByLabel('Minimum age')).toBeInViewport({ ratio: 1 });
        const foot = page.getByRole('button', { name: 'Save', exact: true }).locator('..');
        await expectApart(page.getByLabel('Minimum age').or(foot), 'a field above the foot');
        await head(page, 'Chat').click();
        await expectOpen(page, 'Chat');
      });
      await test.step('the overview of a shop without sales leads back', async () => {
        await page.getByRole('tab', { name: 'Overview' }).click();
        await expect(line(page)).toContainText('4 of 8 steps left');
        await line(page).click();
        await expect(title(page)).toBeVisible();
      });
      await test.step('what is typed and not saved is asked about', async () => {
        await page.getByLabel('Seller on Telegram').fill('typed');
        // Another step loses nothing of it.
        await head(page, 'Payment').click();
        await press(page, 'Dismiss');
        const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
        await expect(question).toContainText('Seller on Telegram');
        await question.getByRole('button', { name: 'Stay' }).click();
        await head(page, 'Chat').click();
        await expect(page.getByLabel('Seller on Telegram')).toHaveValue('typed');
        await press(page, 'Dismiss');
        await question.getByRole('button', { name: 'Leave' }).click();
      });
      await test.step('once it is dismissed, nobody is led there, and the palette has it', async () => {
        await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
        await expect(page.getByRole('region', { name: 'Sales', exact: true })).toBeVisible();
        await expect(line(page)).toHaveCount(0);
        await page.goto(`${shop.url}/admincp`);
        await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('combobox')).toBeFocused();
        await page.keyboard.type('open your');
        await expect(page.getByRole('option').first()).toHaveText('Open your shop');
        await page.keyboard.press('Enter');
        await expect(title(page)).toBeVisible();
        await expectOpen(page, 'Chat');
        expect((await readOpening(shop)).isOffered).toBe(false);
      });
      await test.step('the end of a shop without products is not open, and nobody is led to it', async () => {
        await callAsAdmin(shop, 'PATCH', '/api/admin/opening', { dismissed: false });
        for (const { step: each } of (await readOpening(shop)).steps) await mark(shop, each, 'skipped');
        await page.goto(`${shop.url}/admincp`);
        await expect(line(page)).toContainText('left for later');
        await line(page).click();
        await expect(page.getByRole('heading', { name: 'Almost open', level: 1 })).toBeVisible();
        await expect(end(page)).toHaveCount(0);
        await callAsAdmin(shop, 'PATCH', '/api/admin/opening', { dismissed: true });
      });
      await test.step('other roles have neither the page nor the line', async () => {
        const desk = await registerWithRole(shop, 'orders');
        const other = await openOtherBrowser();
        await openAs(other, shop, desk.token, `${shop.url}/admincp?tab=opening`);
        await expect(other.getByRole('region', { name: 'Sales', exact: true })).toBeVisible();
        await expect(title(other)).toHaveCount(0);
        await expect(line(other)).toHaveCount(0);
      });
    },
  );
});

test.describe('beside the door', () => {
  test.use({ shopEnv: { ...NOTHING_SET, LOW_STOCK: '6' } });

  test('a message never lies on the buttons of a step', WIDE, async ({ page, shop }) => {
    await openPanel(page, shop, '?tab=opening&step=look');
    await press(page, 'Turn the notice off');
    await expect(shownToast(page)).toContainText('The notice on weights is off');
    // It stays while the pointer is on it.
    await shownToast(page).hover();
    await expectApart(shownToast(page).or(page.getByRole('list', { name: 'Steps' })), 'a message beside the path');
  });
});

test.describe('set by the operator', () => {
  test.use({ shopEnv: { SHOP_NAME: 'Harbor', SHIPPING_STANDARD: '9', SHIPPING_EXPRESS: '19' } });

  test('what the operator has set is locked and calm, and its step goes on', ONCE, async ({ page, shop, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPanel(page, shop, '?tab=opening&step=shipping');
    await test.step('a step with nothing to change is saved as it is', async () => {
      await expect(page.getByLabel('Standard shipping')).toBeDisabled();
      await expect(page.getByLabel('Express shipping')).toHaveValue('19');
      await expect(page.getByText('Set by the operator', { exact: true })).toHaveCount(2);
      await expect(page.getByRole('heading', { name: 'Shipping (done)' })).toBeVisible();
      await expectAccessible(page, 'a step that the operator has set');
      await press(page, 'Save');
      await expectOpen(page, 'Products');
      await expect(step(page, 'Shipping')).toContainText('$9.00 or $19.00');
    });
    await test.step('the focus goes to what can be changed', async () => {
      await head(page, 'Name and logo').click();
      await head(page, 'Name and logo').click();
      await expect(page.getByLabel('Shop name')).toBeDisabled();
      const colors = page.getByRole('radiogroup', { name: 'Colors' });
      await expect(colors.getByRole('radio', { name: 'Standard' })).toBeFocused();
      await colors.getByText('Violet').click();
      await press(page, 'Save');
      await expectOpen(page, 'Products');
      expect(await statesOf(shop)).toMatchObject({ name: 'done', products: 'open' });
    });
    await test.step('an invite brings its code into the message, once', async () => {
      await head(page, 'The door').click();
      await page.getByText('An invite', { exact: true }).click();
      await page.getByLabel('Label', { exact: true }).fill('The harbor');
      await press(page, 'Create invite');
      const message = page.getByLabel('Message to your members');
      await expect(message).toHaveValue(/Enter this access code: \S+/);
      await message.press('End');
      await message.press('Enter');
      await message.pressSequentially('See you!');
      await press(page, 'Copy');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('See you!');
      await page.reload();
      await expectOpen(page, 'The door');
      await expect(message).toHaveCount(0);
    });
  });
});
