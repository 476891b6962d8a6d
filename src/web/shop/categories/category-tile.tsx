import type { CategoryTile as Tile } from '#domain/categories.ts';
import { counted } from '#domain/text.ts';
import { cx } from '../../ui/cx.ts';
import { CategoryDrawing } from '../pictures/category-drawing.tsx';
import { ResponsiveImage } from '../pictures/responsive-image.tsx';

interface CategoryTileProps {
  tile: Tile;
  /** Columns it spans in its row. */
  span: number;
  onChoose: (category: string) => void;
}

/** A category: its picture, with name and count at the bottom. */
export const CategoryTile = ({ tile, span, onChoose }: CategoryTileProps) => {
  const fresh = freshText(tile);
  return (
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
        <span className="tile-foot relative flex justify-between gap-x-3 px-3.5 max-sm:flex-col sm:items-baseline pt-5 pb-2.5 sm:px-4 sm:pt-8 sm:pb-3.5">
          <span className="min-w-0 text-base font-bold tracking-tight break-words sm:text-lg">{tile.name}</span>
          <span className="flex shrink-0 flex-wrap gap-x-2 text-sm">
            <span className="opacity-85">{counted(tile.count, 'product')}</span>
            {fresh && <span className="font-semibold">{fresh}</span>}
          </span>
        </span>
      </button>
    </li>
  );
};

/** "3 new · 2 back in stock". Empty if neither is known. */
const freshText = ({ fresh }: Pick<Tile, 'fresh'>): string =>
  [fresh.new > 0 && `${fresh.new} new`, fresh.back > 0 && `${fresh.back} back in stock`].filter(Boolean).join(' · ');

/**
 * The category's picture, or its drawing if there is none. A wide tile has a picture of its own shape. If there is none,
 * it shows the usual one whole and fades its sides into the category's color, because filling the tile would crop the
 * product.
 */
const TilePicture = ({ tile: { name, image, wideImage }, isWide }: { tile: Tile; isWide: boolean }) => {
  const drawing = (
    <CategoryDrawing
      category={name}
      className="tile-sign absolute inset-x-0 top-[9%] mx-auto h-[58%] w-full transition-transform duration-(--motion-move) group-hover:scale-105 motion-reduce:group-hover:scale-100"
    />
  );
  const shown = isWide ? (wideImage ?? image) : image;
  if (shown === null) return drawing;
  const isFaded = isWide && wideImage === null;
  return (
    <ResponsiveImage
      key={shown}
      image={shown}
      alt=""
      sizes={isWide && !isFaded ? '(min-width: 64rem) 690px, 100vw' : '(min-width: 64rem) 340px, 50vw'}
      eager
      fallback={drawing}
      className={cx(
        'absolute inset-y-0 h-full transition-[opacity,transform] duration-(--motion-move) group-hover:scale-[1.03] motion-reduce:group-hover:scale-100',
        isFaded
          ? 'tile-picture-wide left-1/2 aspect-4/3 w-auto max-w-none -translate-x-1/2'
          : 'inset-x-0 w-full object-cover object-[50%_32%]',
      )}
    />
  );
};
