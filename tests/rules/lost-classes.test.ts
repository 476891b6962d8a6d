import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * A part of the design language has classes of its own. A class that its user adds for the same property may lose against
 * them, because the order in the style sheet decides. Then it does nothing: a badge ran under the heart, and Add to Cart was
 * too wide. Such a class ends in "!".
 */

const web = join(import.meta.dirname, '../../src/web');

/** The classes that a part sets itself. */
const BUTTON = /^(?:h|px|gap|rounded)-/;
const OWN: Readonly<Record<string, RegExp>> = {
  Button: BUTTON,
  ButtonLink: BUTTON,
  AddToCart: BUTTON,
  Badge: /^(?:h|px|max-w|leading|rounded)-/,
  BrandBadge: /^(?:h|px|max-w|leading|rounded)-/,
};

/** The beginning of an element, from its name to its ">". */
const tagsIn = (text: string): { name: string; tag: string }[] =>
  [...text.matchAll(/<(\w+)\b/g)].flatMap(({ index, 1: name }) => {
    if (!(name! in OWN)) return [];
    let [end, depth] = [index, 0];
    for (; end < text.length; end++) {
      if (text[end] === '{') depth++;
      else if (text[end] === '}') depth--;
      else if (text[end] === '>' && depth === 0 && text[end - 1] !== '=') break;
    }
    return [{ name: name!, tag: text.slice(index, end) }];
  });

const classesOf = (tag: string): string[] => {
  const [, own = ''] = /className=("[^"]*"|\{[\s\S]*)/.exec(tag) ?? [];
  return [...own.matchAll(/['"]([^'"]*)['"]/g)].flatMap(([, words]) => words!.split(/\s+/));
};

test('a class that is given to a part of the design language wins over its own', () => {
  const lost = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) =>
      tagsIn(readFileSync(join(web, path), 'utf8')).flatMap(({ name, tag }) =>
        classesOf(tag)
          .filter((word) => OWN[name]!.test(word) && !word.endsWith('!'))
          .map((word) => `${path}: <${name}> ${word}`),
      ),
    );
  expect(lost).toEqual([]);
});
