import { Parser } from 'htmlparser2';

/** Elements that begin a line of their own, and those whose content nobody reads. */
const LINES = /^(?:address|article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)$/;
const UNREAD = /^(?:script|style|template|noscript|iframe)$/;

/** What no text of people has: an element, a comment, or a sign written as a code. */
const MARKUP = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>|<!--|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
const BREAKS = /<(?:br|p|div|li|ul|ol|h[1-6]|table|tr|section|article)\b/i;
/** Some systems write the codes of HTML in codes again. */
const MOST_LAYERS = 3;

/** Returns the text that people read of a text from elsewhere, which may be HTML. The lines of a plain one stay. */
export const plainText = (text: string): string => {
  let read = text;
  for (let layer = 0; layer < MOST_LAYERS && MARKUP.test(read); layer += 1) {
    read = textOfHtml(BREAKS.test(read) ? read : read.replace(/\r\n|[\r\n]/g, '<br>'));
  }
  return read;
};

/** Returns the text of a piece of HTML. A list has a dash before each entry. */
const textOfHtml = (html: string): string => {
  let text = '';
  let unread = 0;
  const breakLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const parser = new Parser({
    onopentagname: (name) => {
      if (UNREAD.test(name)) unread += 1;
      if (LINES.test(name)) breakLine();
      if (name === 'li') text += '- ';
    },
    onclosetag: (name) => {
      if (UNREAD.test(name)) unread -= 1;
      if (LINES.test(name)) breakLine();
      if (name === 'td' || name === 'th') text += ' ';
    },
    ontext: (part) => {
      if (unread === 0) text += part.replace(/\s+/g, ' ');
    },
  });
  parser.end(html);
  return text
    .split('\n')
    .map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '-')
    .join('\n');
};
