import { ShopError } from '#contract/errors.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { endSession, newUsername, registerMember } from './shop-api.ts';
import {
  chooser,
  forgetVisitor,
  logIn,
  logOut,
  openAs,
  openAsNewMember,
  passGate,
  register,
} from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'the forms of the way in say what they need, and what their fields break',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    await test.step('the login form names each rule that its fields break, and why a login is refused', async () => {
      browserErrors.allow(REFUSED_CALL);
      await page.goto('/');
      await passGate(page, shop);
      await logIn(page, { username: 'ab', password: '' });
      await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();
      await expect(page.getByText('Password is required')).toBeVisible();
      await page.getByLabel('Username', { exact: true }).fill('nobody-here');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByText('Login Failed')).toBeVisible();
      await expect(page.getByText('Invalid username or password. Please try again.').first()).toBeVisible();

      for (const { kind, response, toast } of [
        { kind: 'without a message', response: { status: 401, json: {} }, toast: 'Login failed' },
        { kind: 'with a message', response: { status: 401, json: { message: 'No.' } }, toast: 'No.' },
      ])
        await test.step(`the form explains a login that is refused ${kind}, and the toast shows "${toast}"`, async () => {
          await page.route('**/api/login', (route) => route.fulfill(response), { times: 1 });
          await page.goto('/');
          await chooser(page).waitFor();
          await logIn(page, { username: 'mara', password: 'wrong' });
          await expect(
            page.getByRole('alert').getByText('Invalid username or password. Please try again.'),
          ).toBeVisible();
          await expect(page.getByText(toast, { exact: true })).toBeVisible();
        });
    });
    await test.step('a failure of the shop blames nothing that was typed, at the gate, the login and the registration', async () => {
      browserErrors.allow(/status of 50[02]/);
      const trouble = page.getByRole('alert').getByText('The shop has a problem. Please try again in a moment.');
      await page.route('**/api/login', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
      await page.goto('/');
      await chooser(page).waitFor();
      await logIn(page, { username: 'mara', password: 'right' });
      await expect(trouble).toBeVisible();
      await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
      await expect(page.getByText(/Invalid username/)).toHaveCount(0);
      await page.route('**/api/register', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }), { times: 1 });
      await page.goto('/');
      await chooser(page).waitFor();
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByLabel('I am 21 or older').check();
      await register(page, {
        Username: 'mara-502',
        Email: 'mara@example.test',
        Password: 'plum-tram-77',
        'Confirm Password': 'plum-tram-77',
      });
      const title = page.getByText('Registration Failed', { exact: true });
      await expect(title).toBeVisible();
      const failed = page.getByText(/^Registration failed\. The shop has a problem\./);
      await expect(failed).toHaveCount(1);
      // The message lies on neither what happened nor the button that was pressed.
      const told = await boxOf(title);
      expect(told.y + told.height).toBeLessThan((await boxOf(failed)).y);
      await expect(page.getByRole('button', { name: 'Register' })).toBeInViewport({ ratio: 1 });
      await test.step('a device that registered too often learns how long it has to wait, and whom to ask', async () => {
        const refusal = new ShopError('rate_limited', { retryAfter: 3300 });
        const response = { status: refusal.status, json: refusal.toBody() };
        await page.route('**/api/register', (route) => route.fulfill(response), { times: 1 });
        await page.getByRole('button', { name: 'Register' }).click();
        const box = page.getByRole('alert').filter({ hasText: 'Too many requests. Try again in 55 minutes.' });
        await expect(box.getByRole('link', { name: 'Message the seller' })).toBeVisible();
      });
      // A code that is refused without a word is still a wrong code.
      await forgetVisitor(page);
      await page.route('**/api/auth', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
      await page.goto('/');
      await page.getByLabel('Access Code', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
      await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
    });
    await test.step('the forms say from the start what a name and a password need', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await forgetVisitor(page);
      await page.goto('/');
      // As it is copied from a chat.
      await passGate(page, { accessCode: ` ${shop.accessCode} ` });
      await page.getByRole('button', { name: 'Register' }).click();
      await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('At least 8 characters.');
      const username = page.getByLabel('Username', { exact: true });
      await expect(username).toHaveAccessibleDescription('Letters, digits, dots, dashes and underscores.');
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(username).toHaveAccessibleDescription('');
      await username.fill('mara@example.test');
      await expect(username).toHaveAccessibleDescription(/^Your username, not your e-mail address\./);
    });
    await test.step('the registration form names each rule that its fields break', async () => {
      await forgetVisitor(page);
      browserErrors.allow(REFUSED_CALL);
      const existing = await registerMember(shop);
      await page.goto('/');
      await passGate(page, shop);
      await page.getByRole('button', { name: 'Register' }).click();
      await register(page, { Username: 'ab', Email: 'nowhere', Password: 'short', 'Confirm Password': 'different' });
      for (const rule of [
        'Username must be at least 3 characters',
        'Invalid email address',
        'Password must be at least 8 characters',
        'Passwords do not match',
        'Please confirm that you are 21 or older',
      ]) {
        await expect(page.getByText(rule)).toBeVisible();
      }
      await page.getByLabel('I am 21 or older').check();
      await register(page, {
        Username: existing.username,
        Email: `${newUsername()}@example.test`,
        Password: 'a long password',
        'Confirm Password': 'a long password',
      });
      await expect(page.getByText('Registration Failed')).toBeVisible();
      const field = page.getByLabel('Username', { exact: true });
      await expect(field).toHaveAccessibleDescription('Username already exists');
      await expect(field).toBeFocused();
      // It is told once, and the message does not lie over it.
      await expect(page.getByText('Username already exists')).toHaveCount(1);
      const toast = await boxOf(
        page.getByRole('status').filter({ hasText: 'Registration Failed' }).locator(':scope > div'),
      );
      expect(toast.y + toast.height).toBeLessThanOrEqual((await boxOf(field)).y);

      await page.getByRole('button', { name: 'Log in instead' }).click();
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await expect(field).toHaveValue(existing.username);
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
      await expect(page.getByText('Registration Failed')).toHaveCount(0);
    });
  },
);

test(
  'a registration after the gate has closed again leads back through the gate, and its fields keep their text',
  ONCE,
  async ({ page, shop, context, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await page.goto('/');
    await passGate(page, shop);
    await page.getByRole('button', { name: 'Register' }).click();
    const username = newUsername();
    const email = `${username}@example.test`;
    const passwords = { Password: 'a long password', 'Confirm Password': 'a long password' };
    await page.getByLabel('Telegram Username').fill('mara_on_telegram');
    await page.getByLabel('I am 21 or older').check();
    // The cookie of the gate is valid for twelve hours.
    await context.clearCookies();
    await register(page, { Username: username, Email: email, ...passwords });
    await expect(page.getByText('Pass the access code first.')).toBeVisible();
    await passGate(page, shop);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByLabel('Username', { exact: true })).toHaveValue(username);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Telegram Username')).toHaveValue('mara_on_telegram');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(username);
    await page.getByLabel('I am 21 or older').check();
    await register(page, passwords);
    await expect(page.getByText(`Welcome, ${username}!`)).toBeVisible();
  },
);

test(
  'a member logs in and is welcomed, and sees the chooser after a logout or the end of the session elsewhere',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    const member = await registerMember(shop);
    await test.step('a member logs in and is welcomed, and logs out to the chooser', async () => {
      await page.goto('/');
      await passGate(page, shop);
      await logIn(page, member);
      await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
      await expect(page.getByText(`Welcome back, ${member.username}!`)).toBeVisible();
      await logOut(page);
      await expect(page.getByText('You have been logged out successfully')).toBeVisible();
      await expect(chooser(page)).toBeVisible();
      await expect(page.getByText('Your session ended.')).toHaveCount(0);
      const storedKeys = await page.evaluate(() => Object.keys(localStorage));
      for (const key of ['user', 'authToken', 'cart-storage']) expect(storedKeys).not.toContain(key);
    });
    await test.step('a member whose session ended elsewhere sees the chooser after a reload', async () => {
      browserErrors.allow(REFUSED_CALL);
      await logIn(page, member);
      await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
      await endSession(shop, (await page.evaluate(() => localStorage.getItem('authToken')))!);
      await page.reload();
      await expect(chooser(page)).toBeVisible();
      await expect(page.getByText('Your session ended. Please log in again.')).toBeVisible();
    });
  },
);

test(
  'a logout in one tab logs out every tab, and the next member sees nothing of the one before',
  ONCE,
  async ({ page, shop, context, browserErrors }) => {
    // What the other tab was still asking for.
    browserErrors.allow(REFUSED_CALL);
    const next = await registerMember(shop);
    const member = await openAsNewMember(page, shop);
    const other = await context.newPage();
    await openAs(other, shop, member.token, '/account');
    await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible();
    await logOut(page);
    await expect(chooser(other)).toBeVisible();
    await expect(other.getByText(member.username)).toHaveCount(0);

    await expect(chooser(page)).toBeVisible();
    await logIn(page, next);
    await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible();
    await expect(other.getByRole('main').getByText(next.username)).toBeVisible();
  },
);

test('a token that an earlier version stored is removed together with its user', ONCE, async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.setItem('begun', 'yes');
    localStorage.setItem('token', 'old');
    localStorage.setItem('user', '{}');
  });
  await page.goto('/');
  await expect(page.getByLabel('Access Code', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
});

for (const { kind, blockStorage } of [
  {
    kind: 'that blocks site data',
    blockStorage: () => {
      const get = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const storage of ['localStorage', 'sessionStorage']) Object.defineProperty(window, storage, { get });
    },
  },
  {
    kind: 'whose storage is full',
    blockStorage: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('No room.', 'QuotaExceededError');
      };
    },
  },
]) {
  test(`a visitor with a browser ${kind} reads at the gate what to do`, ONCE, async ({ page }) => {
    await page.addInitScript(blockStorage);
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('Allow them for this address and load the page again');
    await expect(page.getByLabel('Access Code', { exact: true })).toBeVisible();
  });
}

test(
  'the gate refuses a wrong access code and opens with the right one, in the theme that the visitor chooses',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    await test.step('the theme is dark at first, and another choice survives a reload', async () => {
      await page.goto('/');
      const colorScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      expect(await colorScheme()).toContain('dark');
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: 'Light' }).click();
      await page.reload();
      expect(await colorScheme()).toContain('light');
      expect(await page.evaluate(() => localStorage.getItem('greenroom-theme'))).toContain('light');
    });
    await test.step('the gate refuses a wrong access code and opens with the right one', async () => {
      browserErrors.allow(REFUSED_CALL);
      await page.goto('/');
      await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
      await expect(page.getByText('Password is required')).toBeVisible();
      await page.getByLabel('Access Code', { exact: true }).fill('a guess');
      await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
      await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
    });
    await test.step('a failure of the shop is said as one, not as a wrong code', async () => {
      browserErrors.allow(/status of 502/);
      await page.route('**/api/auth', (route) =>
        route.fulfill({ status: 502, contentType: 'text/plain', body: 'upstream connect error' }),
      );
      const code = page.getByLabel('Access Code', { exact: true });
      await code.fill(shop.accessCode);
      await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
      await expect(page.getByRole('alert')).toContainText('The shop has a problem. Please try again in a moment.');
      await expect(page.getByText('HTTP error! status: 502', { exact: true })).toBeVisible();
      await expect(page.getByText('upstream connect error')).toHaveCount(0);
      await expect(code).not.toHaveAttribute('aria-invalid');
      await page.unroute('**/api/auth');
      // Nobody has looked at a code that came too soon.
      const refusal = new ShopError('rate_limited', { retryAfter: 40 });
      await page.route('**/api/auth', (route) => route.fulfill({ status: refusal.status, json: refusal.toBody() }), {
        times: 1,
      });
      await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
      await expect(page.getByRole('alert')).toContainText(refusal.message);
      await expect(code).not.toHaveAttribute('aria-invalid');
    });
    await test.step('the gate opens with the right code, and can be gone back to', async () => {
      await passGate(page, shop);
      await page.getByRole('button', { name: 'Go Back to Initial Auth' }).click();
      await expect(page.getByLabel('Access Code', { exact: true })).toBeVisible();
    });
  },
);

test(
  'a browser that accepts no compression gets the page at each of its addresses',
  ONCE,
  async ({ request, shop }) => {
    for (const path of ['/', '/?category=carts', '/login', '/admin']) {
      const response = await request.get(shop.url + path, { headers: { 'accept-encoding': 'identity' } });
      expect(response.status(), path).toBe(200);
      expect(await response.text()).toContain('<div id="root">');
    }
  },
);
