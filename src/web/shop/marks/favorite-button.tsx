import { Heart } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { favorites, type MarkedProduct, useIsFavorite } from './product-marks.ts';

interface FavoriteButtonProps {
  product: MarkedProduct;
  /** picture: small, in a corner of a picture. quiet: as small, in a row. plain: 44 px, on the page. */
  look: 'picture' | 'quiet' | 'plain';
  className?: string;
}

const LOOKS = {
  // The touch target of a small one is 44 px.
  picture: 'absolute bg-shade/85 text-shade-ink hover:border-shade-ink',
  quiet: 'relative text-muted hover:text-text',
  plain: 'size-11 rounded-control border-edge bg-raised text-text hover:border-text [&>svg]:size-5',
};

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
        LOOKS[look],
        look !== 'plain' &&
          'size-8 rounded-full border-transparent after:absolute after:-inset-1.5 after:content-[""] [&>svg]:size-4.5',
        className,
      )}
    >
      <Heart
        aria-hidden
        className={cx(isFavorite && 'fill-current', isFavorite && look !== 'picture' && 'text-accent-text')}
      />
    </button>
  );
};
