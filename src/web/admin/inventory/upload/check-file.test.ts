import { expect, test } from 'vitest';
import { refusalOf } from './check-file.ts';

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
])('%s of %i bytes', (name, size, refusal) => {
  expect(refusalOf({ name, size })).toEqual(refusal);
});
