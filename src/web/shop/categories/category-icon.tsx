import {
  Cigarette,
  Cookie,
  Droplets,
  Flame,
  Flower2,
  Gem,
  Leaf,
  Package,
  Pipette,
  Popcorn,
  Sprout,
} from 'lucide-react';
import type { CategoryHue } from '#domain/categories.ts';

const ICONS: Record<CategoryHue, typeof Leaf> = {
  'in-house': Sprout,
  flower: Flower2,
  carts: Pipette,
  concentrates: Gem,
  edibles: Cookie,
  'pre-rolls': Cigarette,
  topical: Droplets,
  byob: Package,
  munchies: Popcorn,
  accessories: Flame,
  neutral: Leaf,
};

/** The sign of a category, drawn large and thin where it has no picture. */
export const CategoryIcon = ({ hue, className }: { hue: CategoryHue; className?: string }) => {
  const Icon = ICONS[hue];
  return <Icon aria-hidden strokeWidth={1} className={className} />;
};
