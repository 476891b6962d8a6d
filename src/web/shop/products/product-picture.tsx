import { type ReactNode, useState } from 'react';
import { categoryHue } from '#domain/categories.ts';
import { cx } from '../../ui/cx.ts';
import { initialsOf, LARGE_WIDTH, otherForm, pictureForms, SMALL_WIDTH } from './picture-forms.ts';

interface ProductPictureProps {
  /** The address as the catalogue gives it; null where there is none. */
  image: string | null | undefined;
  /** The product's name: the text of the picture, and its initials where there is none. */
  name: string;
  /** Where the product stands; the place of the picture has its colour. */
  category: string;
  /** How wide it will be, as `sizes` of an image says it: "300px". */
  sizes: string;
  /** The name stands beside it anyway. */
  decorative?: boolean;
  /** Seen at once: fetched before others. */
  eager?: boolean;
  /** A press anywhere on it. For a pointer only: say the same with a control. */
  onPress?: () => void;
  className?: string;
  /** What lies on it. */
  children?: ReactNode;
}

type Learnt = 'shown' | { instead: string } | { failedAt: number };

/** What this page has learnt of each address, so that a card scrolled back into view neither flickers nor asks again. */
const learnt = new Map<string, Learnt>();

/** After so long a picture that could not be had is asked for again when its card comes: the origin may be back. */
const FAILED_FOR_MS = 60_000;

function recall(image: string): Learnt | undefined {
  const known = learnt.get(image);
  if (typeof known !== 'object' || !('failedAt' in known) || Date.now() - known.failedAt < FAILED_FOR_MS) return known;
  learnt.delete(image);
  return undefined;
}

/**
 * A product's picture in a box of its own size. While it is not there the box shows the category's colour; if one form
 * fails the other is tried once, then the initials stand (specification §8).
 */
export function ProductPicture({
  image,
  name,
  category,
  sizes,
  decorative,
  eager,
  onPress,
  className,
  children,
}: ProductPictureProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a control does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: a control does the same
    <div
      data-hue={categoryHue(category)}
      onClick={onPress}
      className={cx('picture-ground relative overflow-hidden', className)}
    >
      {image ? (
        <Photograph key={image} {...{ image, name, sizes, decorative, eager }} />
      ) : (
        <Initials name={name} decorative={decorative} />
      )}
      {children}
    </div>
  );
}

function Photograph({
  image,
  name,
  sizes,
  decorative,
  eager,
}: Pick<ProductPictureProps, 'name' | 'sizes' | 'decorative' | 'eager'> & { image: string }) {
  const [state, setState] = useState(() => recall(image));
  const learn = (what: Learnt) => {
    learnt.set(image, what);
    setState(what);
  };
  if (typeof state === 'object' && 'failedAt' in state) return <Initials name={name} decorative={decorative} />;
  const forms = pictureForms(image);
  const instead = typeof state === 'object' ? state.instead : null;
  const source = instead
    ? { src: instead }
    : { src: forms.large, srcSet: `${forms.small} ${SMALL_WIDTH}w, ${forms.large} ${LARGE_WIDTH}w`, sizes };
  return (
    <img
      key={instead}
      {...source}
      alt={decorative ? '' : name}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onLoad={() => {
        if (state === undefined) learn('shown');
      }}
      onError={(event) =>
        learn(
          instead
            ? { failedAt: Date.now() }
            : { instead: otherForm(forms, event.currentTarget.currentSrc || forms.large) },
        )
      }
      className={cx(
        'block size-full object-cover transition-opacity duration-(--motion-move)',
        state === undefined && 'opacity-0',
      )}
    />
  );
}

function Initials({ name, decorative }: { name: string; decorative?: boolean | undefined }) {
  return (
    <span
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      className="absolute inset-0 flex items-center justify-center"
    >
      <span className="@container flex size-full items-center justify-center">
        <span className="flex aspect-square w-[38cqmin] min-w-10 items-center justify-center rounded-full border border-category-text/40 bg-category-wash text-[max(0.875rem,14cqmin)] font-semibold tracking-wide text-category-text">
          {initialsOf(name)}
        </span>
      </span>
    </span>
  );
}
