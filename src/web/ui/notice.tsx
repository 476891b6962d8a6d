import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { cx } from './cx.ts';

type NoticeTone = 'notice' | 'warning' | 'danger' | 'good' | 'accent';

const icons = { notice: Info, warning: TriangleAlert, danger: CircleX, good: CircleCheck, accent: Info };
const looks: Record<NoticeTone, { box: string; icon: string }> = {
  notice: { box: 'bg-notice-wash border-notice/30', icon: 'text-notice-text' },
  warning: { box: 'bg-warning-wash border-warning/30', icon: 'text-warning-text' },
  danger: { box: 'bg-danger-wash border-danger/40', icon: 'text-danger-text' },
  good: { box: 'bg-good-wash border-good/30', icon: 'text-good-text' },
  accent: { box: 'bg-accent-wash border-accent/30', icon: 'text-accent-text' },
};

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Replaces the icon of the tone. */
  icon?: ReactNode;
  /** A link or a small button at the end. */
  action?: ReactNode;
  ref?: Ref<HTMLDivElement>;
  /** Announces the notice when it appears, for failures. */
  alert?: boolean;
  className?: string;
}

/** A message and what is only for who asks, such as the code of an error: its later lines are small. */
export const lines = (text: string): ReactNode => {
  const [first, ...small] = text.split('\n');
  return [
    first,
    ...small.map((line) => (
      <p key={line} className="text-xs text-muted">
        {line}
      </p>
    )),
  ];
};

/** A box with an icon, a message, and possibly an action. */
export const Notice = ({ tone = 'notice', title, children, icon, action, ref, alert, className }: NoticeProps) => {
  const Icon = icons[tone];
  return (
    <div
      ref={ref}
      role={alert ? 'alert' : 'note'}
      className={cx(
        'flex items-center gap-3 rounded-control border px-3.5 py-3 text-sm text-text',
        looks[tone].box,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 items-start gap-3">
        <span aria-hidden className={cx('mt-px shrink-0 [&>svg]:size-4.5', looks[tone].icon)}>
          {icon ?? <Icon />}
        </span>
        <div className="min-w-0 flex-1">
          {title && <p className="font-semibold">{title}</p>}
          {children && (
            <div className={cx(title && 'mt-0.5')}>{typeof children === 'string' ? lines(children) : children}</div>
          )}
        </div>
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  );
};

/** Below it is the button that was pressed. */
const showWithButton = (failure: HTMLElement | null) => failure?.scrollIntoView({ block: 'nearest' });

/** The failure of a whole form, next to its button, and possibly what helps. */
export const FormFailure = ({ text, children }: { text: string | null | undefined; children?: ReactNode }) =>
  text ? (
    <Notice ref={showWithButton} tone="danger" alert className="scroll-mb-20">
      {lines(text)}
      {children}
    </Notice>
  ) : null;
