/* The texts of errors that pages on the way to the list show without a response. They do not load the whole list of errors. */

export const SESSION_ENDED = 'Your session has expired. Please refresh the page to log in again.';
export const WRONG_CREDENTIALS = 'Invalid username or password. Please try again.';
export const SHOP_CLOSED = 'The shop takes no orders right now.';
export const onlyLeft = (left: number): string => `Only ${left} left in stock.`;
