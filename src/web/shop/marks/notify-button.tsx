import { Bell, BellRing } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.ts';
import { alerts, type MarkedProduct, useIsWaiting } from './product-marks.ts';

interface NotifyButtonProps {
  product: MarkedProduct;
  /** wide: with the whole text, and Undo next to it. narrow: a few words. icon: no text. */
  look: 'wide' | 'narrow' | 'icon';
  className?: string;
}

const WAITING = "You'll hear when it's back";

/** Replaces Add to Cart while a product is sold out: the member asks to hear when it is back (behavior 5.23). */
export const NotifyButton = ({ product: { id, name }, look, className }: NotifyButtonProps) => {
  const isWaiting = useIsWaiting(id);
  const set = (wants: boolean) => alerts.set({ id, name }, wants);
  if (look === 'wide') {
    return (
      <div className={cx('flex min-w-0 items-center gap-2', className)}>
        {isWaiting && (
          <p role="status" className="flex min-w-0 flex-1 items-center gap-2 text-text">
            <BellRing aria-hidden className="size-5 shrink-0 text-accent-text" />
            <span>{WAITING}</span>
          </p>
        )}
        <Button
          size="lg"
          variant={isWaiting ? 'secondary' : 'primary'}
          onClick={() => set(!isWaiting)}
          className={cx('px-4!', !isWaiting && 'min-w-0 flex-1')}
        >
          {isWaiting ? (
            <>
              Undo<span className="sr-only"> the alert on {name}</span>
            </>
          ) : (
            <>
              <Bell aria-hidden className="size-5 shrink-0" />
              <span className="truncate">Notify me when it's back</span>
              <span className="sr-only">: {name}</span>
            </>
          )}
        </Button>
      </div>
    );
  }
  const press = () => {
    set(!isWaiting);
    // The button has no room for these words.
    if (!isWaiting) {
      toast({ title: WAITING, description: name, action: { label: 'Undo', onSelect: () => set(false) } });
    }
  };
  const Icon = isWaiting ? BellRing : Bell;
  return (
    <Button
      onClick={press}
      aria-label={isWaiting ? `${WAITING}: ${name}. Undo` : `Notify me when ${name} is back`}
      className={cx(
        isWaiting && 'border-accent-text! bg-accent-wash!',
        look === 'icon' ? 'w-11 px-0!' : 'min-w-0 gap-1.5! px-2! text-sm',
        className,
      )}
    >
      {look === 'icon' ? (
        <Icon aria-hidden className="size-5" />
      ) : isWaiting ? (
        <span className="text-left text-xs leading-4 whitespace-normal">
          {"You'll hear"} <br />
          {"when it's back"}
        </span>
      ) : (
        'Notify me'
      )}
    </Button>
  );
};
