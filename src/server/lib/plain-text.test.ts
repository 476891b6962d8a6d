import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['Mother&#39;s Milk &amp; Cookies 3.5G', "Mother's Milk & Cookies 3.5G"],
  ['<p>One</p><p>Two &ndash; three</p>', 'One\nTwo – three'],
  ['One<br>Two', 'One\nTwo'],
  ['One\nTwo &amp; three', 'One\nTwo & three'],
  ['<b>Bold</b>\nplain', 'Bold\nplain'],
  ['<ul><li>One</li><li>Two</li></ul>', '- One\n- Two'],
  ['One<script>alert(1)</script><!-- two -->', 'One'],
  ['&lt;p&gt;One &amp;amp; two&lt;/p&gt;', 'One & two'],
  ['THC < 20%, CBD > 1% & more', 'THC < 20%, CBD > 1% & more'],
  ['I <3 it\nand R&D; too', 'I <3 it\nand R&D; too'],
  ['One\n\nTwo', 'One\n\nTwo'],
])('%j reads %j', (text, read) => {
  expect(plainText(text)).toBe(read);
});
