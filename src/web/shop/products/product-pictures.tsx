import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { ownPictures } from '#domain/picture-shapes.ts';
import type { Product } from '#domain/product.ts';
import { cx } from '../../ui/cx.ts';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { Swipe, SwipeArrows, useSwipe } from './swipe.tsx';
import { ZoomDialog } from './zoom-dialog.tsx';

/** So many fit in one line of a phone. */
const MOST_PICTURES = 4;

export const picturesOf = (product: Product): readonly string[] => ownPictures(product.images).slice(0, MOST_PICTURES);

interface ProductPicturesProps {
  product: Product;
  /** Another variant has several pictures: the room for the small ones stays, so that nothing moves. */
  keepsRoom: boolean;
}

/**
 * The pictures of a product (behavior 5.10). They are changed by a swipe, the arrow keys, the arrows or the small ones
 * below, and a press enlarges them.
 */
export const ProductPictures = ({ product, keepsRoom }: ProductPicturesProps) => {
  const images = picturesOf(product);
  const swipe = useSwipe(0);
  const [isZoomed, setZoomed] = useState(false);
  const { name, brand } = product;
  const picture = { name, brand, tags: product.tags, category: displayCategory(product), eager: true };
  const frame = cx(
    'w-full rounded-card',
    images.length > 1 || keepsRoom ? 'aspect-4/3' : 'aspect-4/3 sm:aspect-square',
  );
  return (
    <div className="flex min-w-0 flex-col gap-2 self-start sm:sticky sm:top-0">
      {images.length === 0 ? (
        <ProductPicture {...picture} image={null} sizes="420px" className={frame} />
      ) : (
        <div className="group relative">
          <Swipe {...swipe} count={images.length} className={frame}>
            {(index) => (
              <button
                type="button"
                aria-label={`Enlarge ${name}`}
                onClick={() => setZoomed(true)}
                className="block size-full cursor-zoom-in rounded-card -outline-offset-4!"
              >
                <ProductPicture
                  {...picture}
                  image={images[index]}
                  sizes="(min-width: 40rem) 420px, 100vw"
                  className="size-full"
                />
              </button>
            )}
          </Swipe>
          <span className="pointer-events-none absolute right-2.5 bottom-2.5 flex size-8 items-center justify-center rounded-full bg-shade/85 text-shade-ink">
            <Maximize2 aria-hidden className="size-4" />
          </span>
          <SwipeArrows {...swipe} count={images.length} />
        </div>
      )}
      {images.length > 1 ? (
        <ul aria-label="Pictures" className="flex gap-2 p-0.5">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`Picture ${index + 1} of ${images.length}`}
                aria-pressed={index === swipe.at}
                onClick={() => swipe.go(index)}
                className="block rounded-control border border-line opacity-75 hover:opacity-100 aria-pressed:border-accent aria-pressed:opacity-100"
              >
                <ProductPicture
                  {...picture}
                  image={image}
                  decorative
                  sizes="80px"
                  className="aspect-4/3 w-20 rounded-control"
                />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        keepsRoom && <div className="h-16.5" />
      )}
      <ZoomDialog
        open={isZoomed}
        onClose={() => setZoomed(false)}
        {...{ name, images, picture }}
        start={swipe.at}
        onShow={swipe.go}
      />
    </div>
  );
};
