import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { LOCKED } from './field-state.tsx';

/** A locked value with more letters may be cut in a box on a phone. */
const MOST_LETTERS = 24;

export const isLong = (value: string | null): value is string => value !== null && value.length > MOST_LETTERS;

interface LockedTextProps {
  /** Of the field, whose label names this. */
  id: string;
  label: string;
  value: string;
  /** Replaces the plain text. */
  children?: ReactNode;
}

/** A long value of the operator, as a text that is shown wholly and can be copied. */
export const LockedText = ({ id, label, value, children }: LockedTextProps) => (
  <div className={cx('flex items-center gap-1 rounded-control border py-0.5 pr-0.5 pl-3.5', LOCKED)}>
    {/* biome-ignore lint/a11y/useSemanticElements: nothing is filled in here */}
    <div id={id} role="group" aria-labelledby={`${id}-label`} tabIndex={-1} className="min-w-0 flex-1 py-1.5">
      {children ?? (
        <p translate="no" className="font-mono text-sm [overflow-wrap:anywhere] text-text select-all">
          {value.split(/(?<=,)/).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </p>
      )}
    </div>
    <CopyButton iconOnly value={value} label={`Copy ${label}`} />
  </div>
);
