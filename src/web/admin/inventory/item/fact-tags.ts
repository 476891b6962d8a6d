/*
 * Form and strain of a product are tags, such as "Formulation = Badder" (behavior 4.6). People type only the fact. All
 * other tags are free.
 */

/** The facts that have a field of their own, by the name of their tag. */
const FACTS = { form: 'Formulation', strain: 'Strain' } as const;
type Fact = keyof typeof FACTS;

/** Returns the position of the tag that states a fact, below 0 if none does. */
const placeOf = (tags: readonly string[], fact: Fact): number =>
  tags.findIndex((tag) => {
    const [name = '', ...value] = tag.split('=');
    return name.trim().toLowerCase() === FACTS[fact].toLowerCase() && value.join('=').trim() !== '';
  });

const statedBy = (tag: string): string => tag.slice(tag.indexOf('=') + 1).trim();

/** The tags without those that state form and strain. */
export const freeTags = (tags: readonly string[]): string[] => {
  const facts = (Object.keys(FACTS) as Fact[]).map((fact) => placeOf(tags, fact));
  return tags.filter((_, place) => !facts.includes(place));
};

interface TypedFacts extends Record<Fact, string> {
  free: readonly string[];
}

/**
 * Returns the tags with these facts and free tags. Tags that stay keep their place and their spelling, so that nothing
 * changes if nobody has changed anything. New tags come last.
 */
export const factTags = (tags: readonly string[], { free, ...facts }: TypedFacts): string[] => {
  const places = new Map((Object.keys(FACTS) as Fact[]).map((fact) => [placeOf(tags, fact), fact]));
  const written = (fact: Fact) => `${FACTS[fact]} = ${facts[fact].trim()}`;
  const kept = tags.flatMap((tag, place) => {
    const fact = places.get(place);
    if (fact === undefined) return free.includes(tag) ? [tag] : [];
    if (facts[fact].trim() === '') return [];
    return [statedBy(tag) === facts[fact].trim() ? tag : written(fact)];
  });
  const added = (Object.keys(FACTS) as Fact[]).filter((fact) => placeOf(tags, fact) < 0 && facts[fact].trim() !== '');
  const all = [...kept, ...added.map(written), ...free.filter((tag) => !tags.includes(tag))];
  return [...new Set(all)];
};

/** Tags in words: "Form: Badder, Strain: Jack Herer, Indica". */
export const describeTags = (tags: readonly string[]): string => {
  const stated = (fact: Fact, word: string) => {
    const place = placeOf(tags, fact);
    return place < 0 ? [] : [`${word}: ${statedBy(tags[place]!)}`];
  };
  return [...stated('form', 'Form'), ...stated('strain', 'Strain'), ...freeTags(tags)].join(', ') || 'none';
};
