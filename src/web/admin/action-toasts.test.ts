import { expect, test } from 'vitest';
import { ApiError } from '../api/client.ts';
import { failureMessage, markupFailureMessage } from './action-toasts.ts';

test('a failed action shows its own message, followed by the reason that the shop or the network gave', () => {
  const message = 'Failed to update status';
  expect(failureMessage(message, new ApiError(message, null))).toBe(
    'Failed to update status: The shop could not be reached. Please try again.',
  );
  expect(failureMessage(message, new ApiError(`${message}. You're offline.`, null))).toBe(
    "Failed to update status: You're offline. Please try again later.",
  );
  expect(failureMessage(message, new ApiError('HTTP error! status: 502', 502))).toBe(
    'Failed to update status: The shop did not respond as expected (502). Please try again.',
  );
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
