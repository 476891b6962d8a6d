import { expect, test } from 'vitest';
import { buyerChatLink } from './buyer-link.ts';

test.each([
  'mara_fern',
  '@mara_fern',
  ' mara_fern ',
  't.me/mara_fern',
  'https://t.me/mara_fern',
  'https://T.me/mara_fern/',
  'https://telegram.me/mara_fern',
])('the chat with a buyer who typed "%s" opens with the number of the order', (typed) => {
  expect(buyerChatLink(typed, 1005)).toBe('https://t.me/mara_fern?text=About%20order%20%231005%3A%20');
});

test.each(['', '  ', '@', 'ask for Mara', '+1 555 0100', 'https://example.com/mara', 'mara?x=1', 'mära'])(
  'there is no link to "%s"',
  (typed) => {
    expect(buyerChatLink(typed, 1005)).toBeNull();
  },
);
