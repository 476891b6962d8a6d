import * as account from './account.ts';
import * as admin from './admin.ts';
import * as cart from './cart.ts';
import * as catalogue from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import * as gate from './gate.ts';
import * as health from './health.ts';
import * as inventory from './inventory.ts';
import * as points from './points.ts';
import * as receipts from './receipts.ts';
import * as shop from './shop.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call of the shop, for the OpenAPI document and for the tests that walk them all. The browser never imports this. */
export const ENDPOINTS: readonly Endpoint[] = [
  gate,
  shop,
  account,
  catalogue,
  cart,
  receipts,
  points,
  inventory,
  admin,
  health,
].flatMap((subject) => Object.values(subject).filter(isEndpoint));
