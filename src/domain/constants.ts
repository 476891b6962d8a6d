/*
 * Fixed values that several modules need. If the operator can change a value in the settings, such as the default
 * markup, this is its default.
 */

export const DEFAULT_SHOP_NAME = 'Greenroom';
export const DEFAULT_MINIMUM_AGE = 21;
export const DEFAULT_SYNC_INTERVAL_SECONDS = 120;
export const DEFAULT_POINTS_PER_DOLLAR = 1;

/** The shipping options, the default first. */
export const SHIPPING_OPTIONS = ['standard', 'express'] as const;
export type ShippingOption = (typeof SHIPPING_OPTIONS)[number];
export const DEFAULT_SHIPPING_OPTION: ShippingOption = 'standard';
export const SHIPPING_CENTS: Readonly<Record<ShippingOption, number>> = { standard: 1500, express: 2500 };
export const SHIPPING_DAYS: Readonly<Record<ShippingOption, string>> = {
  standard: '4-6 business days',
  express: '2-3 business days',
};

export const TAX_CENTS = 0;

export const DEFAULT_MARKUP_CENTS = 1500;
export const MARKUP_STEP_DOLLARS = 5;
export const MARKUP_MAX_DOLLARS = 100_000;
/** How many unpaid orders a member may have at once (behavior 6.13). */
export const DEFAULT_OPEN_ORDERS = 5;
/** The most that a member who has bought nothing yet may hold in unpaid orders, in dollars. */
export const DEFAULT_FIRST_ORDER_MAX = 2000;
/** A sync that would move a base price by a larger percentage waits for a decision (behavior 9.17). */
export const DEFAULT_PRICE_JUMP = 50;
/** Percent by which a rate of RATE_URL may move. */
export const DEFAULT_RATE_JUMP = 20;
export const BULK_MARKUP_PERCENTAGE = 35;
export const BULK_MARKUP_MAX_PERCENTAGE = 1000;

/** What the shop says of an account key that is public, but has a wrong letter (behavior 12.7). */
export const MISTYPED_KEY = 'is not an account key, or a letter of it is wrong';

/** The type of a new member, until an admin changes it (behavior 3.7). */
export const DEFAULT_MEMBER_TYPE = 'Member';

export const USERNAME_MAX_LENGTH = 32;
export const PASSWORD_MIN_LENGTH = 8;
export const VARIANT_NAME_MIN_LENGTH = 2;

export const UPLOAD_MAX_BYTES = 10_485_760;
export const UPLOAD_TIMEOUT_MS = 300_000;
export const RELOAD_AFTER_UPLOAD_MS = 10_000;

export const ADMIN_REDIRECT_DELAY_MS = 500;
export const QUERY_FRESH_MS = 300_000;

/** The shop shows the number of pieces left at this quantity and below. */
export const LOW_STOCK = 4;

/* The texts of errors that pages on the way to the list show without a response. They do not load the whole list of errors. */

export const SESSION_ENDED = 'Your session has expired. Please refresh the page to log in again.';
export const WRONG_CREDENTIALS = 'Invalid username or password. Please try again.';
export const SHOP_CLOSED = 'The shop takes no orders right now.';
export const onlyLeft = (left: number): string => `Only ${left} left in stock.`;
