import { foldText } from './fold-text.ts';
import { gramsInWords } from './measures.ts';
import { sizesWithUnit, weightInWordsAt } from './search-sizes.ts';
import { wordsIn } from './search-words.ts';

/** A pound is a cake more often than a size. */
const POUND = gramsInWords(undefined, 'lb');

/** Returns the words of a search without its sizes. Null if it has none, or nothing else. */
export const withoutSizes = (search: string): string | null => {
  let text = foldText(search);
  for (const { at, length } of sizesWithUnit(text))
    text = text.slice(0, at) + ' '.repeat(length) + text.slice(at + length);
  const words = wordsIn(text);
  const left: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const weight = weightInWordsAt(words, at);
    if (weight && weight.grams !== POUND) at += weight.count - 1;
    else left.push(words[at]!.text);
  }
  return left.length > 0 && left.length < wordsIn(foldText(search)).length ? left.join(' ') : null;
};
