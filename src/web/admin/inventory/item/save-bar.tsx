import { type ReactNode, type RefObject, useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormFailure } from '../../../ui/notice.tsx';

interface SaveBarProps {
  failure: string | undefined;
  /** The effect of the button, or the changed fields. */
  text: ReactNode;
  children: ReactNode;
}

/** Stays at the bottom of a drawer while its fields scroll, so that saving is always in reach of a thumb. */
export const SaveBar = ({ failure, text, children }: SaveBarProps) => (
  <div className="sticky -bottom-4 z-10 -mx-5 -mb-4 flex flex-col gap-3 border-t border-line bg-surface px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
    <FormFailure text={failure} />
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="line-clamp-2 min-w-0 flex-1 text-sm text-muted">
        {text}
      </p>
      {children}
    </div>
  </div>
);

interface EditBarProps {
  form: string;
  changed: readonly string[];
  /** A stock is typed, which has a press of its own. */
  isStockTyped: boolean;
  isBusy: boolean;
  failure: string | undefined;
  onDiscard: () => void;
}

/** Names what has changed, and saves all of it with one press. */
export const EditBar = ({ form, changed, isStockTyped, isBusy, failure, onDiscard }: EditBarProps) => (
  <SaveBar failure={failure} text={unsavedText(changed, isStockTyped)}>
    {changed.length > 0 && (
      <Button variant="ghost" disabled={isBusy} onClick={onDiscard}>
        Discard
      </Button>
    )}
    <Button type="submit" form={form} variant={changed.length === 0 ? 'secondary' : 'primary'} busy={isBusy}>
      Save
    </Button>
  </SaveBar>
);

const STOCK_WAITS = 'The stock is not changed yet: press "Change stock".';

const unsavedText = (changed: readonly string[], isStockTyped: boolean): string => {
  if (isStockTyped) return changed.length === 0 ? STOCK_WAITS : `${changed.join(', ')}. ${STOCK_WAITS}`;
  return changed.length === 0 ? 'Nothing to save' : changed.join(', ');
};

/** Moves the focus to the first field that is wrong, each time that saving was refused. What is folded opens. */
export const useFirstProblem = (form: RefObject<HTMLFormElement | null>, attempts: number): void =>
  useEffect(() => {
    if (attempts === 0 || !form.current) return;
    for (const folded of form.current.querySelectorAll('details:not([open])')) {
      folded.toggleAttribute(
        'open',
        folded.querySelector('[aria-invalid="true"], [role="alert"]:not(:empty)') !== null,
      );
    }
    form.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempts]);
