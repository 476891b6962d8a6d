import { expect, test } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import { UploadTimeout } from '../../../api/upload.ts';
import { fileRefusal, formatErased, uploadFailure } from './upload-messages.ts';

test.each([
  ['menu.customization', 100, null],
  ['MENU.TXT', 10_485_760, null],
  [
    'menu.txt.csv',
    100,
    { title: 'Invalid File Type', description: 'Please upload a .customization or .txt file only' },
  ],
  ['menu', 100, { title: 'Invalid File Type', description: 'Please upload a .customization or .txt file only' }],
  [
    'menu.txt',
    10_485_761,
    { title: 'File Too Large', description: 'Maximum file size is 10MB. Please upload a smaller file.' },
  ],
])('before it is sent, a file is checked by name and size: %s of %i bytes', (name, size, refusal) => {
  expect(fileRefusal({ name, size })).toEqual(refusal);
});

test('the toast of a file with errors names the first five, and the screen lists all of them', () => {
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

test.each([
  [0, 0, 'Nothing will be removed or overwritten.'],
  [1, 0, '1 item removed.'],
  [0, 12, '12 items overwritten.'],
  [300, 1, '300 items removed, 1 item overwritten.'],
])('a replacement that removes %i items and overwrites %i says so', (removed, changed, text) => {
  expect(formatErased({ added: 5, unchanged: 0, removed, changed })).toBe(text);
});
