import * as z from 'zod/mini';
import { DEFAULT_OVERVIEW_DAYS, OVERVIEW_DAYS, type OverviewDays } from '#domain/overview.ts';
import { endpoint } from './endpoint.ts';
import { amount, isoDate } from './values.ts';

/** Sales in dollars, the number of orders, and the average order. */
const totals = { sales: amount, orders: z.number(), average: amount };

/** A product by its name and size. */
const product = { productId: z.number(), name: z.string(), size: z.nullable(z.string()) };

const group = z.object({ name: z.string(), pieces: z.number(), sales: amount });

/**
 * The shop's sales (behavior 10.17). A receipt counts from the day on which it was first marked paid, with its total
 * minus shipping, as long as it is paid, shipped or completed. Days are days of TIME_ZONE and end with today.
 */
const overview = z.object({
  ...totals,
  /** The first day of the shop: that of its first product or of its first order. Null if it never had one. */
  since: z.nullable(isoDate),
  /** The same number of days before. */
  before: z.object(totals),
  /** Every day of the period, the oldest first. */
  perDay: z.array(z.object({ date: isoDate, sales: amount, orders: z.number() })),
  /** The sold products, best sellers first. */
  products: z.array(z.object({ ...product, pieces: z.number(), sales: amount })),
  brands: z.array(group),
  categories: z.array(group),
  /** Products that members see, are in stock and sold nothing in 30 days. */
  unsold: z.array(z.object({ ...product, quantity: z.number() })),
  /** How many days the stock lasts at the pace of the period, the shortest first. */
  stockDays: z.array(
    z.object({
      ...product,
      /** How many pieces can be ordered. */
      available: z.number(),
      /** How many pieces wait in orders. */
      reserved: z.number(),
      days: z.number(),
    }),
  ),
});
export type Overview = z.infer<typeof overview>;

const days = OVERVIEW_DAYS.map(String) as [`${OverviewDays}`, ...`${OverviewDays}`[]];

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'orders.read',
  summary: 'Sales, orders, best sellers and stock of 7, 30 or 90 days',
  query: z.object({
    days: z._default(
      z.pipe(
        z.enum(days),
        z.transform((value) => Number(value) as OverviewDays),
      ),
      DEFAULT_OVERVIEW_DAYS,
    ),
  }),
  output: overview,
  errors: [],
});
