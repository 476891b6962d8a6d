import { expect, test } from 'vitest';
import { ApiError } from '../api/client.ts';
import { failureMessage, markupFailureMessage } from './action-toasts.ts';

test('a failed action shows its own message, followed by the reason if the shop gave one', () => {
  const message = 'Failed to update status';
  expect(failureMessage(message, new ApiError('The shop could not be reached.', null))).toBe(message);
  expect(failureMessage(message, new ApiError('HTTP error! status: 502', 502))).toBe(message);
  expect(failureMessage(message, new ApiError('Gone.', 404, { code: 'not_found' }))).toBe(
    'Failed to update status: Gone.',
  );
  expect(failureMessage(message, new ApiError('Expired', 401, { code: 'not_signed_in' }))).toBe(
    'Authentication failed. Please refresh page and try again.',
  );
});

test('a failed markup shows status and text, or a general message if there was no response', () => {
  expect(markupFailureMessage(new ApiError('Something went wrong', 500, { code: 'internal' }))).toBe(
    '500: Something went wrong',
  );
  expect(markupFailureMessage(new ApiError('', null))).toBe('Failed to update markup');
});
