import { Parser } from 'htmlparser2';

/** Elements that begin a line of their own, and those whose content nobody reads. */
const LINES = /^(?:address|article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)$/;
const UNREAD = /^(?:script|style|template|noscript|iframe)$/;

/** Returns the text that people read of a piece of HTML. A list has a dash before each entry. */
export const plainText = (html: string): string => {
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
