import { useSyncExternalStore } from 'react';
import { lightPictures } from '#domain/picture-shapes.ts';
import type { Product } from '#domain/product.ts';
import type { CatalogueSnapshot } from './catalogue-snapshot.ts';

const onThemeApplied = (onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

const isLightApplied = (): boolean => document.documentElement.dataset.theme === 'light';

/** Each product and snapshot with its pictures for the light theme, so that what did not change stays the same object. */
const lightProducts = new WeakMap<Product, Product>();
const lightSnapshots = new WeakMap<CatalogueSnapshot, CatalogueSnapshot>();

const inLight = (product: Product): Product => {
  const images = lightPictures(product.images);
  if (images === product.images) return product;
  const known = lightProducts.get(product) ?? { ...product, images: [...images] };
  lightProducts.set(product, known);
  return known;
};

/** The catalogue with the pictures of the theme that the page has (behavior 5.10). Dark is the default and costs nothing. */
export const useThemedCatalogue = (snapshot: CatalogueSnapshot | undefined): CatalogueSnapshot | undefined => {
  const isLight = useSyncExternalStore(onThemeApplied, isLightApplied);
  if (!isLight || !snapshot) return snapshot;
  const known = lightSnapshots.get(snapshot) ?? { ...snapshot, products: snapshot.products.map(inLight) };
  lightSnapshots.set(snapshot, known);
  return known;
};
