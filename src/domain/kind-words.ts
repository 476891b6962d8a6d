import { displayCategory } from './categories.ts';
import { foldText } from './fold-text.ts';
import { onceEachText } from './once-each.ts';
import type { Product } from './product.ts';
import { synonymsOf } from './search-synonyms.ts';
import { formsOf, joinedWords, wordsIn } from './search-words.ts';

/**
 * What people say for a kind of product, and what shops call that kind, the closest first. They are no synonyms: a search
 * does not find the one by the other. They are only offered if it finds nothing (behavior 5.19).
 */
const CALLED: readonly (readonly [said: string, called: string])[] = [
  ['badder', 'budder, batter concentrates, concentrates'],
  ['batter', 'badder, budder, concentrates'],
  ['budder', 'badder, batter concentrates, concentrates'],
  ['wax crumble sauce diamond distillate rosin shatter resin hash kief rso feco extract', 'concentrates'],
  ['gummy candy chew lozenge lollipop', 'gummies, candy, edibles'],
  ['brownie cookie chocolate drink beverage soda tea capsule pill snack', 'edibles'],
  ['edible food', 'edibles, munchies'],
  ['flour flowr weed marijuana ganja pot nug herb smalls shake', 'flower'],
  ['blunt spliff doobie cigarette', 'preroll'],
  ['pen dispo vaporizer', 'vape'],
  ['cream lotion balm salve ointment patch', 'topical'],
  ['dropper drop sublingual', 'tincture'],
  ['bong pipe rig lighter grinder paper battery charger', 'accessories'],
];

const byWord = new Map(
  CALLED.flatMap(([said, called]) => said.split(' ').map((word) => [word, called.split(', ')] as const)),
);

/** What shops call the kind of product that a word may mean. */
export const kindsCalled = (word: string): readonly string[] =>
  formsOf(foldText(word)).flatMap((form) => byWord.get(form) ?? []);

/** The words of a text in all numbers, also two of them as one. */
export const wordForms = (text: string): readonly string[] => {
  const words = wordsIn(foldText(text));
  return [...words, ...joinedWords(words)].flatMap(({ text: word }) => formsOf(word));
};

/** What names a category: its last word, or its last two as one. "Vape Cartridges" are cartridges, "Harbor Goods" no harbor. */
const namesOfCategory = onceEachText((category: string): readonly string[] => {
  const words = wordsIn(foldText(category)).slice(-2);
  return [...words.slice(-1), ...joinedWords(words)].flatMap(({ text }) => formsOf(text));
}, 500);

/**
 * Returns the products whose category a search names, or else all of them: who looks for flower wants no tea with "flower" in
 * its name. For products that are only near (behavior 5.19).
 */
export const ofNamedCategory = (products: readonly Product[], search: string): readonly Product[] => {
  const named = new Set(wordForms(search).flatMap((word) => [word, ...synonymsOf(word)]));
  const ofCategory = products.filter((product) =>
    namesOfCategory(displayCategory(product)).some((word) => named.has(word)),
  );
  return ofCategory.length > 0 ? ofCategory : products;
};
