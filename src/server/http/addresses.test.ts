import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { nameOf } from '../testing/calls.ts';

/**
 * The method and path of every call. Other tests use the objects of the contract, so a path that changes by mistake fails
 * here. A path that clients use must not change.
 */
const ADDRESSES = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /api/shop',
  'POST /api/auth',
  'GET /api/auth',
  'POST /api/register',
  'POST /api/login',
  'POST /api/logout',
  'GET /api/reset/:token',
  'POST /api/reset',
  'GET /api/user',
  'PATCH /api/user',
  'DELETE /api/user',
  'GET /api/user/export',
  'GET /api/user/sessions',
  'DELETE /api/user/sessions/:id',
  'GET /api/user/passkeys',
  'DELETE /api/user/passkeys/:id',
  'POST /api/user/reauthenticate/options',
  'POST /api/user/reauthenticate',
  'POST /api/passkeys/options',
  'POST /api/passkeys',
  'POST /api/login/passkey/options',
  'POST /api/login/passkey',
  'GET /api/inventory-data',
  'GET /api/inventory-data/:id/explain',
  'GET /api/proxy-image/*',
  'GET /api/lab-results/*',
  'GET /api/events',
  'GET /api/cart',
  'DELETE /api/cart',
  'POST /api/cart/add',
  'PATCH /api/cart/items/:id',
  'DELETE /api/cart/items/:id',
  'PATCH /api/cart/shipping',
  'PATCH /api/cart/notes',
  'PATCH /api/cart/points',
  'GET /api/favorites',
  'PUT /api/favorites/:id',
  'DELETE /api/favorites/:id',
  'GET /api/alerts',
  'PUT /api/alerts/:id',
  'DELETE /api/alerts/:id',
  'POST /api/alerts/seen',
  'GET /api/buy-again',
  'GET /api/receipts',
  'POST /api/receipts',
  'GET /api/receipts/:id',
  'POST /api/receipts/:id/payment-sent',
  'POST /api/receipts/:id/quote',
  'POST /api/receipts/:id/cancel',
  'GET /api/points',
  'GET /api/points/transactions',
  'POST /api/test/issue-points',
  'GET /api/admin/users',
  'GET /api/admin/users.csv',
  'PATCH /api/admin/users/:id',
  'GET /api/admin/users/:id/events',
  'POST /api/admin/users/:id/reset-link',
  'GET /api/admin/users/:id/sessions',
  'DELETE /api/admin/users/:id/sessions',
  'DELETE /api/admin/users/:id/passkeys',
  'GET /api/admin/receipts',
  'GET /api/admin/receipts.csv',
  'GET /api/admin/receipts/:id',
  'PATCH /api/admin/receipts/:id',
  'POST /api/admin/receipts/bulk',
  'POST /api/admin/receipts/:id/undo',
  'PATCH /api/admin/receipts/:id/lines',
  'POST /api/admin/points',
  'GET /api/admin/points/transactions',
  'GET /api/admin/transactions.csv',
  'GET /api/admin/notices',
  'GET /api/admin/events',
  'GET /api/admin/attention',
  'GET /api/admin/overview',
  'GET /api/admin/audit',
  'GET /api/admin/rates',
  'PUT /api/admin/rates',
  'POST /api/admin/rates/accept',
  'GET /api/admin/shop-notices',
  'PUT /api/admin/shop-notices',
  'GET /api/admin/limits',
  'PUT /api/admin/limits',
  'GET /api/admin/invites',
  'POST /api/admin/invites',
  'DELETE /api/admin/invites/:id',
  'GET /api/admin/inventory',
  'POST /api/admin/inventory/bulk',
  'POST /api/admin/inventory/bulk-markup',
  'POST /api/admin/inventory/labels',
  'POST /api/admin/inventory/replace-inventory',
  'GET /api/admin/inventory/:id/explain',
  'PATCH /api/admin/inventory/:id/markup',
  'PATCH /api/admin/inventory/:id/toggle',
  'PATCH /api/admin/inventory/:id/weight-label',
  'PATCH /api/admin/inventory/:id/description',
  'PATCH /api/admin/inventory/:id/tiers',
  'POST /api/admin/inventory/price-rule',
  'PATCH /api/admin/inventory/:id/low-stock',
  'PATCH /api/admin/inventory/:id/pictures',
  'POST /api/admin/inventory/:id/pictures',
  'GET /api/admin/inventory/:id/orders',
  'POST /api/admin/inventory/items',
  'POST /api/admin/inventory/sync',
  'GET /api/admin/inventory/sync-runs',
  'GET /api/admin/inventory/pending-sync',
  'POST /api/admin/inventory/pending-sync/apply',
  'POST /api/admin/inventory/pending-sync/refuse',
  'GET /api/admin/inventory/sync-status',
  'PATCH /api/admin/inventory/sync-status',
  'GET /api/admin/tasks',
  'POST /api/admin/backups',
  'POST /api/admin/exports',
  'GET /api/admin/exports/:id',
  'GET /api/admin/alerts',
  'GET /api/admin/views',
  'PUT /api/admin/views/:name',
  'DELETE /api/admin/views/:name',
  'GET /api/admin/changes',
  'GET /api/admin/changes/:id',
  'POST /api/admin/changes/:id/revert',
];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'errors' in value;

test('every call has the address that clients use', () => {
  expect(ENDPOINTS.map(nameOf).sort()).toEqual(ADDRESSES.toSorted());
});

test('every endpoint of the contract is in its list of all endpoints, once', async () => {
  const folder = join(import.meta.dirname, '../../contract');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(folder, file))));
  const declared = modules.flatMap((module) => Object.values(module).filter(isEndpoint));
  expect(declared.length).toBeGreaterThan(50);
  expect(declared.filter((endpoint) => !ENDPOINTS.includes(endpoint)).map(nameOf)).toEqual([]);
  expect(ENDPOINTS).toHaveLength(declared.length);
});
