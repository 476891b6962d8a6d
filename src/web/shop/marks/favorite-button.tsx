import { Heart } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { favorites, type MarkedProduct, useIsFavorite } from './product-marks.ts';

interface FavoriteButtonProps {
  product: MarkedProduct;
  /** picture: small, in a corner of a picture. plain: 44 px, on the page. */
  look: 'picture' | 'plain';
  className?: string;
}

/** The heart: pressed for a favorite (behavior 5.22). */
export const FavoriteButton = ({ product: { id, name }, look, className }: FavoriteButtonProps) => {
  const isFavorite = useIsFavorite(id);
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={`Favorite ${name}`}
      title="Favorite"
      onClick={() => favorites.set({ id, name }, !isFavorite)}
      className={cx(
        'flex shrink-0 items-center justify-center border transition-transform active:scale-90 motion-reduce:active:scale-100',
        look === 'picture'
          ? // The touch target is 44 px.
            'absolute size-8 rounded-full border-transparent bg-shade/85 text-shade-ink after:absolute after:-inset-1.5 after:content-[""] hover:border-shade-ink [&>svg]:size-4.5'
          : 'size-11 rounded-control border-edge bg-raised text-text hover:border-text [&>svg]:size-5',
        className,
      )}
    >
      <Heart
        aria-hidden
        className={cx(isFavorite && 'fill-current', isFavorite && look === 'plain' && 'text-accent-text')}
      />
    </button>
  );
};
