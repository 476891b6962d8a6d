import * as z from 'zod/mini';
import type { Ids } from '#domain/changed-ids.ts';
import type { Capability } from '#domain/permissions.ts';
import { product } from './catalogue.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { shopInfo } from './settings.ts';

/**
 * One event of GET /api/events: the catalogue went from one version to the next. A page with the version `from` patches
 * what it has. A page with any other version loads the snapshot again, unless it already has `version`. catalogueVersion
 * reads the version from the snapshot's ETag.
 */
export const catalogueEvent = z.object({
  from: z.nullable(z.string()),
  version: z.string(),
  changed: z.array(product),
  removed: z.array(z.number()),
});
export type CatalogueEvent = z.infer<typeof catalogueEvent>;

/**
 * A stream of server-sent events named "catalogue". The first has the version only (`from` null, nothing changed). When an
 * owner changes the notices of the shop, an event named "notices" carries them (ShopNotices). When a setting changes that
 * pages show, an event named "shop" carries the new ShopInfo.
 */
export const getEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'catalogue',
  summary: 'Server-sent events: the catalogue changed',
  errors: [],
});

/**
 * The data of an event for a member: which of their own receipts changed, and the shop (ShopInfo) if that changed. Nothing
 * of other members is in it.
 */
export const userEvent = z.object({ receipts: z.optional(z.array(z.string())), shop: z.optional(shopInfo) });
export type UserEvent = z.infer<typeof userEvent>;

/**
 * The stream of a member (bearer token, fetch). The events are "ready", when anything may have changed before, and
 * "changed" with a UserEvent as its data. The stream ends with the session.
 */
export const getUserEvents = endpoint({
  method: 'GET',
  path: '/api/user/events',
  access: 'member',
  summary: "Server-sent events about the member's receipts",
  errors: [],
});

/** The subjects of which open panels are notified, and what a role needs to be notified of each. */
export const ADMIN_TOPICS = {
  inventory: 'inventory.read',
  categories: 'inventory.read',
  sync: 'inventory.read',
  receipts: 'orders.read',
  notices: 'orders.read',
  users: 'members.read',
  points: 'points.write',
  views: 'inventory.read',
  // Every role of the panel has it. The list shows each role what it may see.
  tasks: 'inventory.read',
  shopNotices: 'inventory.read',
  settings: 'inventory.read',
  alerts: 'inventory.read',
} as const satisfies Record<string, Capability>;
export type AdminTopic = keyof typeof ADMIN_TOPICS;

export const isAdminTopic = (topic: string): topic is AdminTopic => Object.hasOwn(ADMIN_TOPICS, topic);

/** The data of an event for panels: the changed ids, or null if there are many. */
export interface AdminEvent {
  ids: Ids<number | string>;
}

/**
 * The stream of the panel (bearer token, fetch): first "ready", then an event named like the AdminTopic whenever that
 * subject changed, with an AdminEvent as its data. It carries only what the role may read.
 */
export const getAdminEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  access: 'panel',
  summary: 'Server-sent events for the panel',
  errors: [],
});

/** The calls that stay open as long as their caller listens. */
export const STREAMS: readonly Endpoint[] = [getEvents, getUserEvents, getAdminEvents];
