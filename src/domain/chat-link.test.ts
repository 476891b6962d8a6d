import { expect, test } from 'vitest';
import { aboutAddress, aboutOrder, aboutProduct, CHAT_LINK_MAX_LENGTH, chatLink, memberChatLink } from './chat-link.ts';

test.each([
  ['seller', '', 'https://t.me/seller'],
  ['seller', 'Is it fresh? & strong?', 'https://t.me/seller?text=Is%20it%20fresh%3F%20%26%20strong%3F'],
  ['se/ller', '', 'https://t.me/se%2Fller'],
])('the chat with %s and the text "%s" opens at %s', (name, text, link) => {
  expect(chatLink(name, text)).toBe(link);
});

test('a question about a product begins with its name and the address of its details', () => {
  const url = 'https://shop.test/?category=Flower&product=12';
  expect(aboutProduct({ name: ' Harbor \n Fog', url })).toBe(`About Harbor Fog\n${url}\n`);
});

test('a message about a wrong address names the order, and no address', () => {
  expect(aboutAddress(1004)).toMatch(/^About order #1004: the delivery address is wrong\./);
});

test('a very long name gives way to the address of the product', () => {
  const url = `https://shop.test/?category=${'x'.repeat(2000)}&product=12`;
  const text = aboutProduct({ name: '花'.repeat(2000), url });
  expect(text).toContain(`花...\n${url}\n`);
  expect(chatLink('seller', text).length).toBeLessThan(CHAT_LINK_MAX_LENGTH);
});

test.each([
  'mara_fern',
  '@mara_fern',
  ' mara_fern ',
  't.me/mara_fern',
  'https://t.me/mara_fern',
  'https://T.me/mara_fern/',
  'https://telegram.me/mara_fern',
])('the chat with a buyer who typed "%s" opens with the number of the order', (typed) => {
  expect(memberChatLink(typed, aboutOrder(1005))).toBe('https://t.me/mara_fern?text=About%20order%20%231005%3A%20');
  expect(memberChatLink(typed)).toBe('https://t.me/mara_fern');
});

test.each(['', '  ', '@', 'ask for Mara', '+1 555 0100', 'https://example.com/mara', 'mara?x=1', 'mära'])(
  'there is no link to "%s"',
  (typed) => {
    expect(memberChatLink(typed, aboutOrder(1005))).toBeNull();
    expect(memberChatLink(typed)).toBeNull();
  },
);
