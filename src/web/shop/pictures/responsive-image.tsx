import { type ReactNode, useState } from 'react';
import { PICTURE_WIDTHS, type PictureForms, pictureForms } from '#domain/picture-widths.ts';
import { cx } from '../../ui/cx.ts';

interface ResponsiveImageProps {
  /** The address from the catalogue, in any width. */
  image: string;
  /** Empty if the same text is next to it. */
  alt: string;
  /** The displayed width, like the attribute `sizes` of an image: "300px". */
  sizes: string;
  /** For images in view at once: loads before others. */
  eager?: boolean | undefined;
  /** Shown if the image is not available in any width. */
  fallback: ReactNode;
  /** Position and transition. The image is invisible until it has loaded. */
  className: string;
}

/** The image has loaded for a displayed width, is tried in other widths, or is not available. */
type ImageState = { loaded: string; sizes: string } | { untried: readonly string[] } | { failedAt: number };

/**
 * The state of each image on this page, so that a card that is scrolled back into view neither flickers nor reloads.
 */
const states = new Map<string, ImageState>();

/** After this time a failed image is tried again when its card appears: the origin may be back. */
const RETRY_AFTER_MS = 60_000;

const stateOf = (image: string): ImageState | undefined => {
  const state = states.get(image);
  if (!state || !('failedAt' in state) || Date.now() - state.failedAt < RETRY_AFTER_MS) return state;
  states.delete(image);
  return undefined;
};

/**
 * An image in the width that fits, above the one that was loaded for another place. If it fails, another width is tried
 * (behavior 4.10). Use a new key for a new image.
 */
export const ResponsiveImage = ({ image, alt, sizes, eager, fallback, className }: ResponsiveImageProps) => {
  const [state, setState] = useState(() => stateOf(image));
  const [under, setUnder] = useState(state && 'loaded' in state && state.sizes !== sizes ? state.loaded : null);
  const change = (to: ImageState) => {
    states.set(image, to);
    setState(to);
  };
  if (state && 'failedAt' in state) return fallback;
  const forms = pictureForms(image);
  const [replacement, ...others] = state && 'untried' in state ? state.untried : [];
  const source = replacement ? { src: replacement } : { src: forms.large, srcSet: sourceSet(forms), sizes };
  const onError = (failed: string) => {
    const untried = replacement ? others : otherWidths(forms, failed);
    change(untried.length > 0 ? { untried } : { failedAt: Date.now() });
  };
  return (
    <img
      key={replacement}
      {...source}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget }) => {
        setUnder(null);
        if (!state) change({ loaded: currentTarget.currentSrc, sizes });
      }}
      onError={(event) => onError(event.currentTarget.currentSrc || forms.large)}
      style={under === null ? undefined : { background: `center / cover url("${under}")` }}
      className={cx(className, !state && 'opacity-0')}
    />
  );
};

/** The addresses with their widths, for the browser to choose from. */
export const sourceSet = (forms: PictureForms): string =>
  `${forms.small} ${PICTURE_WIDTHS.small}w, ${forms.middle} ${PICTURE_WIDTHS.middle}w, ${forms.large} ${PICTURE_WIDTHS.large}w`;

/** The addresses to try after one has failed. Large and small replace each other, and both replace the middle one. */
export const otherWidths = ({ small, large }: PictureForms, failed: string): readonly string[] =>
  [large, small].filter((address) => !failed.endsWith(address));
