import { expect, type Page } from '@playwright/test';
import { callAsAdmin } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

/** A shop that nobody has set anything in, but for a code that members of journeys know. */
export const NOTHING_SET = { TELEGRAM_SELLER: '', TELEGRAM_GROUP_URL: '', BTC_ADDRESS: '', LTC_ADDRESS: '' };

type Steps = { step: string; state: string }[];
export const readOpening = (shop: Shop) =>
  callAsAdmin<{ isOffered: boolean; steps: Steps }>(shop, 'GET', '/api/admin/opening');
export const statesOf = async (shop: Shop) =>
  Object.fromEntries((await readOpening(shop)).steps.map(({ step, state }) => [step, state]));
export const change = (shop: Shop, changes: Record<string, string | null>) =>
  callAsAdmin(shop, 'PUT', '/api/admin/settings', { changes });
export const mark = (shop: Shop, step: string, state: string) =>
  callAsAdmin(shop, 'PATCH', '/api/admin/opening', { step, state });

export const title = (page: Page) => page.getByRole('heading', { name: 'Open your shop', level: 1 });
export const end = (page: Page) => page.getByRole('heading', { name: 'Your shop is open', level: 1 });
export const step = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ has: head(page, name) });
export const head = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const expectOpen = (page: Page, name: string) =>
  expect(head(page, name)).toHaveAttribute('aria-expanded', 'true');
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const line = (page: Page) => page.getByRole('link', { name: /^Open your shop/ });

/** Their pictures are drawn by processes that wait for everything else on the machine. */
export const DRAWING = { timeout: 120_000 } as const;
