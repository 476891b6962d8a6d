import { type ReactNode, useState } from 'react';
import { pictureForms } from '#domain/picture-widths.ts';
import { cx } from '../../ui/cx.ts';
import { otherForms, sourceSet } from './picture-forms.ts';

interface PhotographProps {
  /** The address as the catalogue gives it, in any of its forms. */
  image: string;
  /** Empty where its words stand beside it anyway. */
  alt: string;
  /** How wide it will be, as `sizes` of an image says it: "300px". */
  sizes: string;
  /** Seen at once: fetched before others. */
  eager?: boolean | undefined;
  /** What stands there where no form of it can be had. */
  otherwise: ReactNode;
  /** Where it lies, and how it comes: until it is there nothing of it is seen. */
  className: string;
}

/** It is shown; it is tried in the first of these forms, then in the others; or it cannot be had. */
type Learnt = 'shown' | { instead: readonly string[] } | { failedAt: number };

/** What this page has learnt of each address, so that a card scrolled back into view neither flickers nor asks again. */
const learnt = new Map<string, Learnt>();

/** After so long a picture that could not be had is asked for again when its card comes: the origin may be back. */
const FAILED_FOR_MS = 60_000;

const recall = (image: string): Learnt | undefined => {
  const known = learnt.get(image);
  if (typeof known !== 'object' || !('failedAt' in known) || Date.now() - known.failedAt < FAILED_FOR_MS) return known;
  learnt.delete(image);
  return undefined;
};

/**
 * A picture in the form that fits its place. If one form fails another is tried, each once (specification §8). Another
 * picture needs another key.
 */
export const Photograph = ({ image, alt, sizes, eager, otherwise, className }: PhotographProps) => {
  const [state, setState] = useState(() => recall(image));
  const learn = (what: Learnt) => {
    learnt.set(image, what);
    setState(what);
  };
  if (typeof state === 'object' && 'failedAt' in state) return otherwise;
  const forms = pictureForms(image);
  const [instead, ...others] = typeof state === 'object' ? state.instead : [];
  const source = instead ? { src: instead } : { src: forms.large, srcSet: sourceSet(forms), sizes };
  const failed = (address: string) => {
    const left = instead ? others : otherForms(forms, address);
    learn(left.length > 0 ? { instead: left } : { failedAt: Date.now() });
  };
  return (
    <img
      key={instead}
      {...source}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onLoad={() => {
        if (state === undefined) learn('shown');
      }}
      onError={(event) => failed(event.currentTarget.currentSrc || forms.large)}
      className={cx(className, state === undefined && 'opacity-0')}
    />
  );
};
