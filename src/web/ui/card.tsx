import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A surface with a thin border. Do not nest cards: use space and lines inside. */
export const Card = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section {...rest} className={cx('rounded-card border border-line bg-surface', className)} />
);

/** A title, an optional line below it, and actions on the right. */
export const CardHeader = ({
  title,
  heading: Heading = 'h2',
  text,
  actions,
  className,
}: {
  title: ReactNode;
  /** The heading level. */
  heading?: 'h1' | 'h2' | 'h3';
  text?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) => (
  <header className={cx('flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5', className)}>
    <div className="min-w-0">
      <Heading className="text-base font-semibold text-text">{title}</Heading>
      {text && <p className="mt-0.5 text-sm text-muted">{text}</p>}
    </div>
    {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
  </header>
);

export const CardBody = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx('p-5', className)} />
);
