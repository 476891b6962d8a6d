import { onlyLeft, SESSION_ENDED, SHOP_CLOSED, WRONG_CREDENTIALS } from '#domain/constants.ts';
import { formatPoints } from '#domain/points.ts';
import { waitText } from '#domain/throttle.ts';

/** The details of an error in addition to its code. The message is made from them. */
export interface ErrorDetails {
  /** For `not_enough_stock`: the total that this member can have, cart lines included (behavior 6.2). For `points_short`: the balance. */
  left?: number;
  /** For `points_spent`: how many points the balance is short of. */
  missing?: number;
  /** For what nobody expected: lets an operator find the log line. */
  requestId?: string;
  /** For `rate_limited`, `unavailable` and `outcome_unknown`: seconds, sent as Retry-After. */
  retryAfter?: number;
  /** Replaces the text of the code: the first broken rule, or the reason from the feed. */
  message?: string;
  /** A list for people, at most 100 entries. */
  errors?: string[];
  /** More fields of the body, such as the stored value of a conflicting edit. */
  body?: Record<string, unknown>;
}

interface ErrorKind {
  status: number;
  text: string | ((details: ErrorDetails) => string);
}

/** The closed list of error codes, each with its status and the text that a person reads (behavior 2.1, 2.2). */
export const ERRORS = {
  invalid_input: { status: 400, text: 'The request is not valid.' },
  invalid_setting: { status: 400, text: 'The setting is not valid.' },
  import_unreadable: { status: 400, text: 'No table was found in this file.' },
  cart_empty: { status: 400, text: 'Please add items to your cart before confirming your order.' },
  file_invalid: { status: 400, text: 'The file is not valid.' },
  weak_password: { status: 400, text: 'This password is too easy to guess. Please choose another.' },
  passkey_refused: { status: 400, text: 'This passkey was not accepted. Please try again.' },
  wrong_current_password: { status: 400, text: 'The current password is wrong.' },
  image_refused: { status: 400, text: 'This image address is not allowed.' },
  picture_refused: {
    status: 400,
    text: 'This file is no picture that the shop can use. Please choose a complete JPEG, PNG, WebP, GIF or AVIF of at most 50 megapixels.',
  },
  wrong_access_code: { status: 401, text: 'Invalid password. Please try again.' },
  wrong_credentials: { status: 401, text: WRONG_CREDENTIALS },
  wrong_passkey: { status: 401, text: 'This passkey is not known here. Please sign in another way.' },
  not_signed_in: { status: 401, text: SESSION_ENDED },
  gate_needed: { status: 403, text: 'Pass the access code first.' },
  not_admin: { status: 403, text: 'You need administrator privileges to access this area' },
  not_allowed: { status: 403, text: "You don't have access to this." },
  passkey_needed: { status: 403, text: 'Sign in with your passkey.' },
  reauthentication_needed: { status: 403, text: "Confirm it's you to continue." },
  suspended: { status: 403, text: 'This account is suspended. Please message the seller.' },
  not_verified: { status: 403, text: 'Your membership is not verified yet. Please message the seller.' },
  forbidden: { status: 403, text: 'This is not allowed.' },
  not_found: { status: 404, text: 'Not found' },
  image_missing: { status: 404, text: 'This picture is not available.' },
  link_ended: { status: 404, text: 'This link has expired or was already used. Please message the seller.' },
  username_taken: { status: 409, text: 'Username already exists' },
  email_taken: { status: 409, text: 'Email already exists' },
  too_many_passkeys: { status: 409, text: 'An account can have 10 passkeys. Please remove one first.' },
  too_many_addresses: { status: 409, text: 'You can have 5 delivery addresses. Please delete one first.' },
  too_many_favorites: { status: 409, text: 'You can have 500 favorites. Please remove one first.' },
  too_many_alerts: { status: 409, text: 'You can wait for 500 products. Please remove one from your list first.' },
  too_many_pictures: { status: 409, text: 'An item can have 20 pictures. Please remove one first.' },
  too_many_views: { status: 409, text: 'You can save 100 views. Please delete one first.' },
  view_exists: { status: 409, text: 'A view of this name exists already.' },
  in_stock: { status: 409, text: 'This product is in stock. You can add it to your cart.' },
  not_enough_stock: { status: 409, text: ({ left = 0 }) => onlyLeft(left) },
  cart_blocked: { status: 409, text: 'Some items in your cart are no longer available in that quantity.' },
  total_moved: { status: 409, text: "Your cart's total has changed. Please check it before you confirm." },
  amount_unknown: {
    status: 409,
    text: "We don't know how much a product in your cart contains. Please message the seller.",
  },
  shop_closed: { status: 409, text: SHOP_CLOSED },
  limit_reached: { status: 409, text: "You can't order more now." },
  too_many_open_orders: { status: 409, text: 'You have unpaid orders. Please pay or cancel one first.' },
  first_order_limit: { status: 409, text: 'This is more than a first order can be. Please message the seller.' },
  address_needed: { status: 409, text: 'Please choose a delivery address.' },
  points_short: { status: 409, text: ({ left = 0 }) => `You have ${formatPoints(left)} to spend.` },
  step_not_allowed: { status: 409, text: 'This order is in another state by now. Please look at it before you go on.' },
  refund_too_large: { status: 409, text: "More can't be refunded than was received." },
  points_spent: {
    status: 409,
    text: ({ missing = 0 }) =>
      `The member has already used these points: ${missing} ${missing === 1 ? 'is' : 'are'} missing from the balance.`,
  },
  not_enough_points: { status: 409, text: 'The balance is too low for that.' },
  last_admin: { status: 409, text: "The last administrator can't lose admin access." },
  item_exists: { status: 409, text: 'An item with this id is in the inventory already.' },
  lab_needed: { status: 409, text: 'This item has no lab result yet. Please enter one first.' },
  feed_item: { status: 409, text: 'The feed lists this product. Make it inactive instead.' },
  not_empty: { status: 409, text: 'Samples are for an empty shop. This one has products or orders.' },
  category_exists: { status: 409, text: 'There is a category of this name already. Merge into it instead.' },
  category_circle: { status: 409, text: 'A category cannot become a part of itself.' },
  category_fixed: { status: 409, text: '"In-House Products" cannot be renamed, merged or moved.' },
  value_moved: { status: 409, text: 'Someone else has changed this.' },
  set_by_environment: { status: 409, text: 'The operator has set this. It cannot be changed here.' },
  no_invite: { status: 409, text: 'Without an access code nobody could come in. Please create an invite first.' },
  import_problems: { status: 409, text: 'Some rows have problems. Correct them, or choose to skip them.' },
  import_applied: { status: 409, text: 'This import was applied already. Please upload the file again.' },
  too_many_mappings: { status: 409, text: 'There are 100 mappings already. Please delete one first.' },
  plan_moved: { status: 409, text: 'The inventory has changed. Please check the new preview.' },
  sync_running: { status: 409, text: 'A sync is already running.' },
  backup_running: { status: 409, text: 'A backup is already being made.' },
  rates_from_url: { status: 409, text: 'The rates come from the rate source and cannot be set here.' },
  large_drop: { status: 409, text: 'The feed would drop more than half of the shop. Nothing was changed.' },
  no_feed: { status: 409, text: 'No inventory feed is configured.' },
  already_reverted: { status: 409, text: 'This change was already undone.' },
  too_large: { status: 413, text: 'The request is too large.' },
  picture_too_large: { status: 413, text: 'This picture is larger than 15 MB. Please choose a smaller one.' },
  file_too_large: {
    status: 413,
    text: 'File Too Large: Maximum file size is 10MB. Please upload a smaller file.',
  },
  wrong_kind: { status: 415, text: 'This kind of content is not accepted here.' },
  wrong_file_type: { status: 415, text: 'Invalid File Type: Please upload a .customization or .txt file only' },
  rate_limited: { status: 429, text: ({ retryAfter }) => `Too many requests. ${waitText(retryAfter)}` },
  internal: { status: 500, text: 'Something went wrong' },
  feed_failed: { status: 502, text: 'The inventory feed could not be read. Nothing was changed.' },
  image_origin_failed: { status: 502, text: 'The picture source does not respond.' },
  unavailable: { status: 503, text: 'The shop cannot reach its database. Please try again in a moment.' },
  outcome_unknown: {
    status: 503,
    text: "We can't tell whether this was saved. Please check before you try again.",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** The text of an error. */
export const errorText = (code: ErrorCode, details: ErrorDetails = {}): string => {
  const { text }: ErrorKind = ERRORS[code];
  return typeof text === 'string' ? text : text(details);
};

/** The body of every error (behavior 2.1). */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  errors?: string[];
  requestId?: string;
}

/** An expected failure. Thrown anywhere in the server, formatted by one handler. */
export class ShopError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errorText(code, details));
    this.name = 'ShopError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The body that is sent. */
  toBody(): ErrorBody {
    const { errors, requestId, body } = this.details;
    return {
      ...body,
      message: this.message,
      code: this.code,
      ...(errors && { errors: errors.slice(0, 100) }),
      ...(requestId && { requestId }),
    };
  }
}
