import { foldText } from './fold-text.ts';
import { formsOf } from './search-words.ts';

/**
 * What people say for a kind of product, and what shops call that kind, the closest first. They are no synonyms: a search
 * does not find the one by the other. They are only offered if it finds nothing (behavior 5.19).
 */
const CALLED: readonly (readonly [said: string, called: string])[] = [
  ['badder', 'budder, batter concentrates, concentrates'],
  ['batter', 'badder, budder, concentrates'],
  ['budder', 'badder, batter concentrates, concentrates'],
  ['wax crumble sauce diamond distillate rosin shatter resin hash kief rso feco extract', 'concentrates'],
  ['gummy gummie gumy candy chew lozenge lollipop', 'gummies, candy, edibles'],
  ['brownie cookie chocolate drink beverage soda tea capsule pill snack', 'edibles'],
  ['edible food', 'edibles, munchies'],
  ['flour flowr weed marijuana ganja pot nug herb smalls shake', 'flower'],
  ['blunt spliff doobie cigarette', 'preroll'],
  ['pen dispo vaporizer battery', 'vape'],
  ['cream lotion balm salve ointment patch', 'topical'],
  ['dropper drop sublingual', 'tincture'],
  ['bong pipe rig lighter grinder paper', 'accessories'],
];

const byWord = new Map(
  CALLED.flatMap(([said, called]) => said.split(' ').map((word) => [word, called.split(', ')] as const)),
);

/** What shops call the kind of product that a word may mean. */
export const kindsCalled = (word: string): readonly string[] =>
  formsOf(foldText(word)).flatMap((form) => byWord.get(form) ?? []);
