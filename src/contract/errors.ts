/** What an error carries besides its code; the message is made from it. */
export interface ErrorDetails {
  /** For `not_enough_stock`: how many this member can have in all, cart lines included (decisions §8). */
  left?: number;
  /** For `internal`: lets an operator find the log line; nothing else of the inside is told. */
  requestId?: string;
  /** For `rate_limited` and `unavailable`: seconds, sent as Retry-After. */
  retryAfter?: number;
  /** Takes the place of the code's own text: the first broken rule, or what the feed said. */
  message?: string;
  /** A list a person can read, at most 100 entries. */
  errors?: string[];
  /** Further fields of the body, such as the stored value of a conflicting edit. */
  body?: Record<string, unknown>;
}

interface ErrorKind {
  status: number;
  text: (details: ErrorDetails) => string;
}

const always =
  (text: string): ErrorKind['text'] =>
  () =>
    text;

/** The closed list of error codes, each with its status and the words a person reads (decisions §2 and §8). */
export const ERRORS = {
  invalid_input: { status: 400, text: always('The request is not valid.') },
  cart_empty: { status: 400, text: always('Please add items to your cart before confirming your order.') },
  file_invalid: { status: 400, text: always('The file is not valid.') },
  wrong_current_password: { status: 400, text: always('The current password is not right.') },
  image_refused: { status: 400, text: always('This image address is not allowed.') },
  wrong_access_code: { status: 401, text: always('Invalid password. Please try again.') },
  wrong_credentials: { status: 401, text: always('Invalid username or password. Please try again.') },
  not_signed_in: {
    status: 401,
    text: always('Your session has expired. Please refresh the page to log in again.'),
  },
  gate_needed: { status: 403, text: always('Pass the access code first.') },
  not_admin: { status: 403, text: always('You need administrator privileges to access this area') },
  suspended: { status: 403, text: always('This account is suspended. Please message the seller.') },
  not_verified: { status: 403, text: always('Your membership is not verified yet. Please message the seller.') },
  forbidden: { status: 403, text: always('This is not allowed.') },
  not_found: { status: 404, text: always('Not found') },
  image_missing: { status: 404, text: always('This image cannot be had.') },
  reset_link_gone: { status: 404, text: always('This reset link is used up or too old. Please message the seller.') },
  username_taken: { status: 409, text: always('Username already exists') },
  email_taken: { status: 409, text: always('Email already exists') },
  not_enough_stock: { status: 409, text: ({ left = 0 }) => `Only ${left} left in stock.` },
  cart_blocked: { status: 409, text: always('Some items in your cart are no longer available in that quantity.') },
  total_moved: {
    status: 409,
    text: always('Your cart comes to another total now. Please look at it again before you confirm.'),
  },
  step_not_allowed: { status: 409, text: always('The receipt cannot go from its state to that one.') },
  not_enough_points: { status: 409, text: always('The balance is not enough for that.') },
  last_admin: { status: 409, text: always('The last administrator cannot lose that right.') },
  value_moved: { status: 409, text: always('Someone else changed this meanwhile.') },
  plan_moved: { status: 409, text: always('The inventory changed meanwhile. Please look at the new preview.') },
  sync_running: { status: 409, text: always('A sync is already running.') },
  large_drop: { status: 409, text: always('The feed would drop more than half of the shop. Nothing was changed.') },
  no_feed: { status: 409, text: always('No inventory feed is configured.') },
  already_reverted: { status: 409, text: always('This change has been taken back already.') },
  too_large: { status: 413, text: always('The request is too large.') },
  file_too_large: {
    status: 413,
    text: always('File Too Large: Maximum file size is 10MB. Please upload a smaller file.'),
  },
  wrong_kind: { status: 415, text: always('This kind of content is not accepted here.') },
  wrong_file_type: {
    status: 415,
    text: always('Invalid File Type: Please upload a .customization or .txt file only'),
  },
  rate_limited: { status: 429, text: always('Too many requests. Please wait a moment and try again.') },
  internal: { status: 500, text: always('Something went wrong') },
  feed_failed: { status: 502, text: always('The inventory feed could not be read. Nothing was changed.') },
  image_origin_failed: { status: 502, text: always('The image source does not answer.') },
  unavailable: { status: 503, text: always('The shop cannot reach its database. Please try again in a moment.') },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** What every error answers (decisions §2). */
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
    super(details.message ?? ERRORS[code].text(details));
    this.name = 'ShopError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The body as it travels. */
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
