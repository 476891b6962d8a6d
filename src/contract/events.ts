import * as z from 'zod/mini';
import { product } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

/**
 * One event of GET /api/events: the catalogue went from one version to the next. A page whose own version is `from`
 * patches what it has; any other, and every page where `from` is null and the version is not its own, refetches the
 * snapshot. `version` is what catalogueVersion reads from the snapshot's ETag.
 */
export const catalogueEvent = z.object({
  from: z.nullable(z.string()),
  version: z.string(),
  changed: z.array(product),
  removed: z.array(z.number()),
});
export type CatalogueEvent = z.infer<typeof catalogueEvent>;

/** A stream of server-sent events named "catalogue"; the first tells the version only (`from` null, nothing changed). */
export const getEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'catalogue',
  summary: 'Server-sent events: the catalogue changed',
  errors: [],
});

/**
 * Admins' stream (bearer token, fetch): first "ready", then "inventory", "receipts", "users", "points", "sync" and
 * "notices" when that subject moved, each with {ids}: what moved, or null for many.
 */
export const getAdminEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  access: 'admin',
  summary: 'Server-sent events for the panel',
  errors: [],
});
