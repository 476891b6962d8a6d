/**
 * Chooses the API tests and journeys that a change concerns, for `npm test -- --changed`. They are chosen by subject:
 * each of them runs the whole shop, so what it imports says nothing. For rules, Vitest follows the imports.
 */
import { existsSync } from 'node:fs';
import { runQuietly } from './child-process.mjs';
import { inProject } from './project.mjs';

/**
 * The subjects of each file of journeys: names of folders and files in src. A test compares the list with the files.
 *
 * @type {Record<string, string[]>}
 */
export const JOURNEY_SUBJECTS = {
  'account-keys': ['order-addresses', 'settings', 'payment'],
  addresses: ['addresses', 'delivery-address', 'delivery'],
  activity: ['activity', 'audit'],
  'any-browser': ['moved-nodes', 'stand-ins', 'shared-stream', 'event-stream'],
  'app-update': ['service-worker', 'chunk-load-error'],
  'back-in-stock': ['alerts', 'marks'],
  back: ['layer-history', 'page-address'],
  'buy-again': ['receipts', 'account'],
  'card-stepper': ['cart', 'products'],
  'cart-drawer': ['cart'],
  cart: ['cart'],
  'command-palette': ['palette'],
  'confirm-order': ['cart', 'receipts', 'receipt-state'],
  'dead-links': ['paths', 'products'],
  'error-id': ['request-log', 'error-handler'],
  favorites: ['favorites', 'marks'],
  'gate-and-login': ['gate', 'users', 'account', 'passwords'],
  invites: ['invites'],
  keyboard: ['products', 'view'],
  'large-catalogue': ['catalogue', 'products'],
  'limits-and-points': ['purchase-limits', 'points'],
  'live-updates': ['events', 'catalogue'],
  'loading-failures': ['loading-screen', 'error-page'],
  messages: ['chat-link', 'ask-seller', 'member-notes', 'note-text', 'header'],
  navigation: ['paths', 'header', 'categories'],
  offline: ['service-worker', 'storage', 'safe-storage'],
  'open-your-shop': ['opening', 'admin-panel', 'settings'],
  'opening-steps': ['opening', 'settings', 'inventory'],
  'order-companion': ['receipts', 'unpaid', 'unpaid-orders', 'user-events', 'events'],
  'order-payment': ['payment', 'rates', 'quotes'],
  'order-placed': ['receipts', 'payment', 'order-message'],
  'order-steps': ['receipts', 'receipt-state'],
  payments: ['receipts', 'payments'],
  overview: ['overview', 'attention'],
  'panel-accessibility': ['admin-panel', 'lists'],
  'panel-concurrent-edits': ['inventory', 'use-live-panel'],
  'panel-exports': ['exports'],
  'panel-import': ['imports', 'import'],
  'panel-inventory': ['inventory'],
  'panel-categories': ['categories', 'category-map', 'category-changes', 'category-colors'],
  'panel-item': ['inventory', 'item-pictures'],
  'panel-list': ['inventory', 'lists', 'views'],
  'panel-orders': ['receipts', 'notices'],
  'panel-phone': ['admin-panel', 'lists'],
  'panel-picture-files': ['item-pictures', 'inventory', 'images'],
  'panel-pictures': ['item-pictures', 'images'],
  'panel-safe-prices': ['price-guard', 'price-rule', 'feed', 'inventory'],
  'panel-sync': ['feed'],
  'panel-tasks': ['tasks', 'backup'],
  'panel-upload': ['inventory', 'inventory-file'],
  panel: ['admin-panel'],
  passkeys: ['passkeys', 'passkey-support'],
  pictures: ['images', 'pictures'],
  'product-card': ['product-card', 'product-row', 'fitting-chips'],
  'product-details': ['details-dialog', 'related-products'],
  'product-list-facets': ['facets', 'products'],
  'product-list': ['products', 'search', 'sorting'],
  'receipt-news': ['receipts', 'events'],
  receipts: ['receipts'],
  roles: ['permissions', 'panel-role'],
  search: ['search', 'search-results', 'search-field', 'word-search', 'suggestions', 'similar-search'],
  session: ['session', 'users'],
  settings: ['settings', 'setting-list', 'purchase-limits', 'rates'],
  'shop-look': ['shop-look', 'tokens', 'logo'],
  'shop-notices': ['shop-notices', 'settings'],
  'storefront-accessibility': ['products', 'cart', 'account'],
  'tiers-and-lab': ['tiers', 'lab-result'],
  'trusted-types': ['content-policy', 'security-headers'],
  'typed-and-copied': ['main', 'address-groups', 'styles'],
  'user-accounts': ['users', 'personal-data'],
  'watched-payment': ['watching', 'esplora', 'payments', 'order-addresses'],
  'whole-parts': ['products', 'product-card', 'details-dialog', 'inventory', 'receipts', 'users', 'points'],
  why: ['pricing', 'why-totals', 'why-balance'],
};

/** What every page or call uses belongs to no subject. These files go through most of it. */
const EVERYDAY = ['gate-and-login', 'product-list', 'cart', 'confirm-order', 'panel-inventory', 'panel-orders'];

/**
 * The files of journeys for changed files.
 *
 * @param {string[]} changed paths in the project
 * @returns {string[]} names without `.spec.ts`, sorted
 */
export const journeysFor = (changed) => {
  const chosen = new Set();
  for (const path of changed) {
    const spec = /^tests\/e2e\/([^/]+)\.spec\.ts$/.exec(path)?.[1];
    if (spec) chosen.add(spec);
    if (!/^(src|tests\/e2e|index\.html)/.test(path) || spec || /\.test\.tsx?$/.test(path)) continue;
    const names = path.split('/').flatMap((part) => [part, part.replace(/\..*$/, '')]);
    const own = Object.keys(JOURNEY_SUBJECTS).filter((each) =>
      JOURNEY_SUBJECTS[each]?.some((subject) => names.includes(subject)),
    );
    for (const each of own.length > 0 ? own : EVERYDAY) chosen.add(each);
  }
  return [...chosen].sort();
};

/** Where API tests go through most of what every call uses. */
const EVERYDAY_CALLS = ['src/server/features/cart/', 'src/server/features/receipts/'];

/**
 * The folders of API tests for changed files: their own, and that of the subject of a rule or call.
 *
 * @param {string[]} changed paths in the project
 * @returns {string[]} sorted
 */
export const apiFoldersFor = (changed) => {
  const chosen = new Set();
  for (const path of changed) {
    const [, layer, folder, feature] = /^src\/(server|contract|domain)\/([^/.]+)(?:\/([^/.]+))?/.exec(path) ?? [];
    if (!layer) continue;
    const own =
      layer === 'server' && folder !== 'features'
        ? `src/server/${folder}/`
        : `src/server/features/${feature ?? folder}/`;
    const exists = folder !== 'testing' && existsSync(inProject(own));
    for (const each of exists ? [own] : EVERYDAY_CALLS) chosen.add(each);
  }
  return [...chosen].sort();
};

/**
 * The files that differ from a revision, also new ones.
 *
 * @param {string} revision
 */
export const changedFiles = async (revision) => {
  const lists = await Promise.all([
    runQuietly('git', ['diff', '--name-only', '--relative', revision]),
    runQuietly('git', ['ls-files', '--others', '--exclude-standard']),
  ]);
  return lists.flatMap((list) => list.split('\n').filter(Boolean));
};
