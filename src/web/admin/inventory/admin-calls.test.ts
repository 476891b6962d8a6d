import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { failureWords, markupFailureWords } from './admin-calls.ts';

test('a failed act is told in the specified words, with what the shop said where it refused', () => {
  const words = 'Failed to update status';
  expect(failureWords(words, new ApiError('The shop could not be reached.', null))).toBe(words);
  expect(failureWords(words, new ApiError('HTTP error! status: 502', 502))).toBe(words);
  expect(failureWords(words, new ApiError('Gone.', 404, { code: 'not_found' }))).toBe('Failed to update status: Gone.');
  expect(failureWords(words, new ApiError('Expired', 401, { code: 'not_signed_in' }))).toBe(
    'Authentication failed. Please refresh page and try again.',
  );
});

test('a failed markup is told with status and text, or in general where there was no answer', () => {
  expect(markupFailureWords(new ApiError('Something went wrong', 500, { code: 'internal' }))).toBe(
    '500: Something went wrong',
  );
  expect(markupFailureWords(new ApiError('', null))).toBe('Failed to update markup');
});
