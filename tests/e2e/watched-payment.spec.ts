import { DERIVED } from '../../src/server/testing/derived-addresses.ts';
import { MANNERS, startFakeEsplora } from '../../src/server/testing/fake-chain.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { openPanel, openRow } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { callAsAdmin, placeOrder, registerMember, uploadInventory } from './shop-api.ts';
import { openAs } from './storefront-page.ts';

test.use({
  // An account key is enough: there is no address for all orders.
  shopEnv: {
    ...{ BTC_XPUB: DERIVED.BTC.key, BTC_ADDRESS: '', LTC_ADDRESS: '' },
    ...{ PRIVATE_URLS: 'on', WALLET_DELAY_HOURS: '0', WATCH_SECONDS: '1' },
  },
});

test(
  'a member sees the payment arrive without a reload, and the seller has its entry',
  ONCE,
  async ({ page, openOtherBrowser, shop }) => {
    const first = await startFakeEsplora();
    const second = await startFakeEsplora(first.chain);
    const { chain } = first;
    for (const [address, script] of DERIVED.BTC.addresses) chain.know(address, script);
    try {
      await uploadInventory(shop, PRODUCTS);
      const BTC_WATCH_URL = `${first.url},${second.url.replace('127.0.0.1', 'localhost')}`;
      await callAsAdmin(shop, 'PUT', '/api/admin/settings', { changes: { BTC_WATCH_URL, PAYMENT_AUTO: 'on' } });
      await callAsAdmin(shop, 'PUT', '/api/admin/rates', { BTC: '50000', LTC: null });
      const member = await registerMember(shop, { 'Harvest Moon': 1 });
      const { id, number } = await placeOrder(shop, member.token);
      await openAs(page, shop, member.token, `/receipts/${id}`);
      const steps = page.getByRole('list', { name: 'Order steps' });
      await expect(page.getByText('Awaiting payment, $55.00 to pay')).toBeVisible();
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
      const address = await page.getByRole('link', { name: 'Open in a Bitcoin wallet' }).getAttribute('href');
      await expect(steps.getByRole('button', { name: 'Copy BTC amount' })).toBeVisible();
      const script = chain.scriptOf(/bitcoin:(\w+)/.exec(address!)![1]!)!;

      const gone = chain.pay({ script, units: 110_000 });
      await expect(page.getByText('Payment seen, 0 of 2 confirmations')).toBeVisible();
      await expect(page.getByText('Your payment can no longer be seen.')).toHaveCount(0);
      chain.drop(gone);
      await expect(page.getByText('Your payment can no longer be seen.')).toBeVisible();
      await expect(page.getByText('Awaiting payment, $55.00 to pay')).toBeVisible();

      const txid = chain.pay({ script, units: 110_000 });
      await expect(page.getByText('Payment seen, 0 of 2 confirmations')).toBeVisible();
      await expect(steps.getByText(/^The shop has seen your \$55\.00\. /)).toBeVisible();
      await expect(steps.getByText(/^As soon as your payment is confirmed: /)).toBeVisible();
      await expect(page.getByRole('button', { name: "I've paid" })).toHaveCount(0);
      chain.mine(1);
      await expect(page.getByText('Payment seen, 1 of 2 confirmations')).toBeVisible();
      chain.mine(1);
      await expect(page.getByRole('heading', { name: `Receipt #${number}` })).toBeVisible();
      await expect(steps.locator('[aria-current="step"]')).toContainText('We ship it');
      expect(await page.evaluate(() => 'isSamePage' in window), 'it came without a reload').toBe(true);

      const other = await openOtherBrowser();
      await openPanel(other, shop, `?tab=receipts&q=${member.username}`);
      await openRow(other, 'Receipts', `#${number}`);
      const drawer = other.getByRole('dialog', { name: `Receipt #${number}` });
      const list = drawer.getByRole('list', { name: 'Payments' }).getByRole('listitem');
      await expect(list).toHaveCount(2);
      await expect(list.first()).toContainText('No longer counts');
      const entry = list.last();
      await expect(entry).toContainText('$55.00');
      await expect(entry).toContainText('0.00110000 BTC');
      await expect(entry).toContainText(txid);
      await expect(entry).toContainText('2 confirmations');
      await expect(drawer.getByRole('note').first()).toHaveText('Fully paid.');
      // What was seen is not taken back by one press.
      await entry.getByRole('button', { name: 'Undo payment $55.00' }).click();
      const question = other.getByRole('alertdialog', { name: 'Undo a payment that was seen?' });
      await expect(question).toContainText('The order then counts $55.00 less.');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeHidden();
      await expect(list).toHaveCount(2);

      await other.goto(`${shop.url}/admincp?tab=settings&section=payment`);
      await expect(other.getByText(/^Not needed: every order gets an address/)).toHaveCount(1);
      // Most sellers never need it.
      await expect(other.getByRole('button', { name: 'Check this server' })).toHaveCount(0);
      await other.getByText('Advanced', { exact: true }).click();
      await expect(other.getByRole('list', { name: 'Bitcoin servers' }).getByRole('listitem')).toHaveText([
        /: answers$/,
        /: answers$/,
      ]);
      await other.getByRole('button', { name: 'Check this server' }).first().click();
      await expect(other.getByText('Both servers answer.')).toBeVisible();

      const waiting = await registerMember(shop, { 'Harvest Moon': 1 });
      const unpaid = await placeOrder(shop, waiting.token);
      first.manner = MANNERS.limited;
      second.manner = MANNERS.limited;
      await openPanel(other, shop);
      const needs = other.getByRole('region', { name: 'Needs you' });
      await expect(needs.getByText('Payments cannot be seen')).toBeVisible();
      await needs.getByRole('link', { name: /Payments cannot be seen.*since.*See why/ }).click();
      await expect(other.getByText(/^Bitcoin payments cannot be seen since /)).toBeVisible();
      await expect(other.getByRole('list', { name: 'Bitcoin servers' })).toContainText(/does not answer since .*429/);
      await other.getByRole('button', { name: 'Check this server' }).first().click();
      await expect(other.getByText(/^(127\.0\.0\.1|localhost):\d+: Status 429/)).toHaveCount(2);
      await expectAccessible(other, 'servers that do not answer');
      await openPanel(other, shop, `?tab=receipts&open=${unpaid.id}`);
      await expect(other.getByText(/^Payments cannot be seen since /)).toBeVisible();
      const calm = page.getByText('The shop cannot see payments right now.');
      await openAs(page, shop, waiting.token, `/receipts/${unpaid.id}`);
      await expect(calm).toBeVisible();
      first.manner = null;
      await expect(other.getByText(/^Last looked for payments /)).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: "I've paid" })).toBeVisible();
      await expect(calm).toHaveCount(0);
    } finally {
      await first.close();
      await second.close();
    }
  },
);
