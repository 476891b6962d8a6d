import { useLayoutEffect } from 'react';
import { categoryHue } from '#domain/categories.ts';
import { useShop } from '../api/queries/settings.ts';

interface CategoryColorsProps {
  categories: readonly { name: string; hue: number | null }[];
}

/**
 * Gives categories the colors that the seller has chosen (behavior 5.1). Elements name their category in `data-hue`, so one
 * rule for each colors them all, and nothing has to be drawn again.
 */
export const CategoryColors = ({ categories }: CategoryColorsProps) => {
  const rules = categories.flatMap(({ name, hue }) => (hue === null ? [] : ruleOf(name, hue))).join('\n');
  useLayoutEffect(() => {
    if (rules === '') return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [rules]);
  return null;
};

/** As specific as the last rule of tokens.css, and after it. */
const ruleOf = (name: string, hue: number): string =>
  `[data-hue][data-hue="${CSS.escape(categoryHue(name))}"] { --category-hue: ${hue}; --category-chroma: 1; }`;

/** The colors of the categories that members see. */
export const ShopCategoryColors = () => <CategoryColors categories={useShop().categories} />;
