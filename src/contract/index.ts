import * as addresses from './addresses.ts';
import * as alerts from './alerts.ts';
import * as attention from './attention.ts';
import * as audit from './audit.ts';
import * as cart from './cart.ts';
import * as catalogue from './catalogue.ts';
import * as categories from './categories.ts';
import * as changes from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as exports from './exports.ts';
import * as favorites from './favorites.ts';
import * as feed from './feed.ts';
import * as gate from './gate.ts';
import * as health from './health.ts';
import * as images from './images.ts';
import * as imports from './imports.ts';
import * as inventory from './inventory.ts';
import * as inventoryItems from './inventory-items.ts';
import * as invites from './invites.ts';
import * as itemPictures from './item-pictures.ts';
import * as logo from './logo.ts';
import * as notices from './notices.ts';
import * as opening from './opening.ts';
import * as overview from './overview.ts';
import * as passkeys from './passkeys.ts';
import * as paymentsAdmin from './payments.admin.ts';
import * as pointsAdmin from './points.admin.ts';
import * as points from './points.ts';
import * as purchaseLimits from './purchase-limits.ts';
import * as rates from './rates.ts';
import * as receiptsAdmin from './receipts.admin.ts';
import * as receipts from './receipts.ts';
import * as settingsAdmin from './settings.admin.ts';
import * as settings from './settings.ts';
import * as shopNotices from './shop-notices.ts';
import * as tasks from './tasks.ts';
import * as usersAdmin from './users.admin.ts';
import * as users from './users.ts';
import * as views from './views.ts';
import * as watching from './watching.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call of the shop, for tests that walk all of them. The browser never imports this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  health,
  settings,
  settingsAdmin,
  opening,
  gate,
  users,
  usersAdmin,
  passkeys,
  addresses,
  invites,
  attention,
  overview,
  audit,
  catalogue,
  images,
  logo,
  events,
  cart,
  receipts,
  receiptsAdmin,
  paymentsAdmin,
  rates,
  watching,
  favorites,
  alerts,
  points,
  pointsAdmin,
  purchaseLimits,
  shopNotices,
  notices,
  inventory,
  inventoryItems,
  itemPictures,
  imports,
  categories,
  changes,
  feed,
  views,
  tasks,
  exports,
].flatMap((subject) => Object.values(subject).filter(isEndpoint));
