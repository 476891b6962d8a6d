import type { Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { logIn, logOut, newName, openAs, passGate, registerMember } from './shop-api.ts';

test.use({ shopEnv: { DEMO: 'off' } });

/** A call that is refused on purpose is written to the console by the browser itself. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

const fillRegistration = async (page: Page, fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Register' }).click();
};

test('a wrong access code is said in words, and the right one opens', async ({ page, shop, complaints }) => {
  complaints.foresee(REFUSED);
  await page.goto('/');
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Access Code', { exact: true }).fill('a guess');
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
  await passGate(page, shop);
  await page.getByRole('button', { name: 'Go Back to Initial Auth' }).click();
  await expect(page.getByLabel('Access Code', { exact: true })).toBeVisible();
});

test('every rule of the login form is said in its words', async ({ page, shop, complaints }) => {
  complaints.foresee(REFUSED);
  await page.goto('/');
  await passGate(page, shop);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Username', { exact: true }).fill('ab');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Username', { exact: true }).fill('nobody-here');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Login Failed')).toBeVisible();
  await expect(page.getByText('Invalid username or password. Please try again.').first()).toBeVisible();
});

test('every rule of the registration is said in its words', async ({ page, shop, complaints }) => {
  complaints.foresee(REFUSED);
  const taken = await registerMember(shop);
  await page.goto('/');
  await passGate(page, shop);
  await page.getByRole('button', { name: 'Register' }).click();
  await fillRegistration(page, {
    Username: 'ab',
    Email: 'nowhere',
    Password: 'short',
    'Confirm Password': 'different',
  });
  for (const words of [
    'Username must be at least 3 characters',
    'Invalid email address',
    'Password must be at least 8 characters',
    'Passwords do not match',
    'Please confirm that you are 21 or older',
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
  await page.getByLabel('I am 21 or older').check();
  await fillRegistration(page, {
    Username: taken.username,
    Email: `${newName()}@example.test`,
    Password: 'a long password',
    'Confirm Password': 'a long password',
  });
  await expect(page.getByText('Registration Failed')).toBeVisible();
  await expect(page.getByText('Username already exists').first()).toBeVisible();
});

test('a member logs in, is welcomed after the reload, and logs out to the chooser', async ({ page, shop }) => {
  const member = await registerMember(shop);
  await page.goto('/');
  await passGate(page, shop);
  await logIn(page, member);
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await expect(page.getByText(`Welcome back, ${member.username}!`)).toBeVisible();
  await logOut(page);
  await expect(page.getByText('You have been logged out successfully')).toBeVisible();
  await expect(page.getByText('Select an option to continue')).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage));
  for (const key of ['user', 'authToken', 'cart-storage']) expect(kept).not.toContain(key);
});

test('a session that ended elsewhere leads to the chooser, not to a broken page', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.foresee(REFUSED);
  const member = await registerMember(shop);
  await openAs(page, shop, member.token);
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await fetch(`${shop.url}/api/logout`, { method: 'POST', headers: { authorization: `Bearer ${member.token}` } });
  await page.reload();
  await expect(page.getByText('Select an option to continue')).toBeVisible();
});

test('whoever accepts nothing compressed gets the page at every address of it', async ({ request, shop }) => {
  for (const path of ['/', '/?category=carts', '/login', '/admin']) {
    const answer = await request.get(shop.url + path, { headers: { 'accept-encoding': 'identity' } });
    expect(answer.status(), path).toBe(200);
    expect(await answer.text()).toContain('<div id="root">');
  }
});

test('the theme is dark at first, and the choice survives a reload', async ({ page }) => {
  await page.goto('/');
  const theme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await theme()).toContain('dark');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await page.reload();
  expect(await theme()).toContain('light');
  expect(await page.evaluate(() => localStorage.getItem('greenroom-theme'))).toContain('light');
});

test('an old token key of an earlier version is cleaned away', async ({ page }) => {
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

for (const [what, forbid] of [
  [
    'blocks site data',
    () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const store of ['localStorage', 'sessionStorage']) Object.defineProperty(window, store, { get: refuse });
    },
  ],
  [
    'has no room left',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('No room.', 'QuotaExceededError');
      };
    },
  ],
] as const) {
  test(`a browser that ${what} is told at the gate what to do, not led in a circle`, async ({ page }) => {
    await page.addInitScript(forbid);
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('Allow them for this address and load the page again');
    await expect(page.getByLabel('Access Code', { exact: true })).toBeVisible();
  });
}

test(
  'who logs out in one tab is logged out in all, and who comes next sees nothing of the member before',
  ONCE,
  async ({ page, shop, context }) => {
    const [member, next] = [await registerMember(shop), await registerMember(shop)];
    await openAs(page, shop, member.token);
    const other = await context.newPage();
    await openAs(other, shop, member.token, '/account');
    await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible();
    await logOut(page);
    await expect(other.getByText('Select an option to continue')).toBeVisible();
    await expect(other.getByText(member.username)).toHaveCount(0);

    await expect(page.getByText('Select an option to continue')).toBeVisible();
    await logIn(page, next);
    await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible();
    await expect(other.getByRole('main').getByText(next.username)).toBeVisible();
  },
);

for (const { said, answer, toast } of [
  { said: 'nothing', answer: { status: 401, json: {} }, toast: 'Login failed' },
  { said: 'words of its own', answer: { status: 401, json: { message: 'No.' } }, toast: 'No.' },
])
  test(
    `a refused login that says ${said}: the form says what to do, the toast what was said`,
    ONCE,
    async ({ page, shop, complaints }) => {
      complaints.foresee(/status of 401/);
      await page.route('**/api/login', (route) => route.fulfill(answer));
      await page.goto('/');
      await passGate(page, shop);
      await logIn(page, { username: 'mara', password: 'wrong' });
      await expect(page.getByRole('alert').getByText('Invalid username or password. Please try again.')).toBeVisible();
      await expect(page.getByText(toast, { exact: true })).toBeVisible();
    },
  );

test(
  'a registration that comes after the gate has closed again leads back through it, and nothing written is lost',
  ONCE,
  async ({ page, shop, context, complaints }) => {
    complaints.foresee(/status of 403/);
    await page.goto('/');
    await passGate(page, shop);
    await page.getByRole('button', { name: 'Register' }).click();
    const username = newName();
    const password = async () => {
      await page.getByLabel('Password', { exact: true }).fill('a long password');
      await page.getByLabel('Confirm Password').fill('a long password');
      await page.getByLabel('I am 21 or older').check();
      await page.getByRole('button', { name: 'Register' }).click();
    };
    await page.getByLabel('Username', { exact: true }).fill(username);
    await page.getByLabel('Email').fill(`${username}@example.test`);
    await page.getByLabel('Telegram Username').fill('mara_on_telegram');
    // Twelve hours later.
    await context.clearCookies();
    await password();
    await expect(page.getByText('Pass the access code first.')).toBeVisible();
    await passGate(page, shop);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByLabel('Username', { exact: true })).toHaveValue(username);
    await expect(page.getByLabel('Email')).toHaveValue(`${username}@example.test`);
    await expect(page.getByLabel('Telegram Username')).toHaveValue('mara_on_telegram');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(username);
    await password();
    await expect(page.getByText(`Welcome, ${username}!`)).toBeVisible();
  },
);
