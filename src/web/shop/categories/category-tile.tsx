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
import type { CategoryHue, CategoryTile as Tile } from '#domain/categories.ts';
import { counted } from '#domain/text.ts';
import { cx } from '../../ui/cx.ts';
import { ResponsiveImage } from '../pictures/responsive-image.tsx';

interface CategoryTileProps {
  tile: Tile;
  /** Columns it spans in its row. */
  span: number;
  onChoose: (category: string) => void;
}

/** A category: its picture, with name and count at the bottom. */
export const CategoryTile = ({ tile, span, onChoose }: CategoryTileProps) => (
  <li style={{ gridColumn: `span ${span}` }} className="flex min-w-0">
    <button
      type="button"
      data-hue={tile.hue}
      onClick={() => onChoose(tile.name)}
      className={cx(
        'tile-ground group relative flex w-full flex-col justify-end overflow-hidden rounded-card border border-category-text/25 text-left',
        'transition-transform hover:border-category-text/70 active:scale-[0.985] motion-reduce:active:scale-100',
      )}
    >
      <TilePicture tile={tile} isWide={span > 1} />
      <span className="tile-foot relative flex justify-between gap-x-3 px-3.5 max-sm:flex-col sm:items-baseline pt-10 pb-3 sm:px-4 sm:pb-3.5">
        <span className="min-w-0 text-base font-bold tracking-tight break-words text-shade-ink sm:text-lg">
          {tile.name}
        </span>
        <span className="text-sm text-shade-ink/85">{counted(tile.count, 'product')}</span>
      </span>
    </button>
  </li>
);

/**
 * The category's picture, or its icon if there is none. A wide tile shows the whole picture and fades its sides into
 * the category's color, because filling the tile would crop the product.
 */
const TilePicture = ({ tile: { image, hue }, isWide }: { tile: Tile; isWide: boolean }) => {
  const icon = (
    <CategoryIcon
      hue={hue}
      className="absolute top-[42%] left-1/2 tile-sign size-[min(44%,7.5rem)] -translate-1/2 transition-transform duration-(--motion-move) group-hover:scale-105"
    />
  );
  if (image === null) return icon;
  return (
    <ResponsiveImage
      key={image}
      image={image}
      alt=""
      sizes="(min-width: 64rem) 340px, 50vw"
      eager
      fallback={icon}
      className={cx(
        'absolute inset-y-0 h-full transition-[opacity,transform] duration-(--motion-move) group-hover:scale-[1.03] motion-reduce:group-hover:scale-100',
        isWide
          ? 'tile-picture-wide left-1/2 aspect-4/3 w-auto max-w-none -translate-x-1/2'
          : 'inset-x-0 w-full object-cover',
      )}
    />
  );
};

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

/** The icon of a category without a picture. */
const CategoryIcon = ({ hue, className }: { hue: CategoryHue; className?: string }) => {
  const Icon = ICONS[hue];
  return <Icon aria-hidden strokeWidth={1} className={className} />;
};
