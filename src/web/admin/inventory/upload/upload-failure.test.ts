import { expect, test } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import { UploadTimeout } from '../../../api/upload.ts';
import { uploadFailure } from './upload-failure.ts';

test('a file with errors names the first five in the toast, and keeps all for the screen', () => {
  const errors = Array.from({ length: 8 }, (_, at) => `Product ${at + 1}: qty is missing`);
  const failure = uploadFailure(new ApiError('8 of 9 products are not valid.', 400, { code: 'file_invalid', errors }));
  expect(failure.title).toBe('Data Validation Failed');
  expect(failure.description.split('\n')).toEqual(['8 of 9 products are not valid.', ...errors.slice(0, 5)]);
  expect(failure.errors).toEqual(errors);
});

test.each([
  [new ApiError('Something went wrong', 500), 'Upload Failed', 'Something went wrong'],
  [
    new ApiError('Your session has expired.', 401, { code: 'not_signed_in' }),
    'Upload Failed',
    'Authentication failed. Please refresh page and try again.',
  ],
  [
    new ApiError('File Too Large: Maximum file size is 10MB. Please upload a smaller file.', 413, {
      code: 'file_too_large',
    }),
    'File Too Large',
    'Maximum file size is 10MB. Please upload a smaller file.',
  ],
  [new ApiError('The shop could not be reached.', null), 'Upload Error', 'The shop could not be reached.'],
  [
    new UploadTimeout(),
    'Upload Error',
    'Upload timed out after 5 minutes. File may still be processing in background.',
  ],
])('every other failure has its own title: %s', (error, title, description) => {
  expect(uploadFailure(error)).toEqual({ title, description, errors: [] });
});
