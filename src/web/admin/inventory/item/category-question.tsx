import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { closeCategory, isKnownCategory } from '#domain/category-warnings.ts';
import { foldName } from '#domain/typed-text.ts';
import { categoriesQuery } from '../../../api/queries/categories.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';

interface CategoryQuestionOptions {
  /** The names that items have already, in case the categories are not loaded. */
  names: readonly string[];
  onUse: (name: string) => void;
  /** Goes on with what the question held back. */
  onGo: () => void;
}

/**
 * Asks before a category that does not exist yet comes into being, because it may be a slip of the finger (behavior 9.24).
 * `before` returns whether to go on at once.
 */
export const useCategoryQuestion = ({ names, onUse, onGo }: CategoryQuestionOptions) => {
  const { data: categories } = useQuery(categoriesQuery);
  const known = categories ? categories.map(({ name }) => name) : names;
  const [asked, setAsked] = useState<string | null>(null);
  const wanted = useRef(new Set<string>());
  const latest = useRef(onGo);
  latest.current = onGo;
  const close = () => setAsked(null);
  const before = (category: string): boolean => {
    if (category.trim() === '' || wanted.current.has(foldName(category)) || isKnownCategory(category, known))
      return true;
    setAsked(category.trim());
    return false;
  };
  const goOn = (take: () => void) => {
    // The next step has to see the category that was taken.
    flushSync(() => {
      close();
      take();
    });
    latest.current();
  };
  const suggested = asked === null ? null : closeCategory(asked, known);
  const question = (
    <ConfirmDialog
      open={asked !== null}
      onClose={close}
      title="New category?"
      confirmLabel={`Add "${asked ?? ''}"`}
      cancelLabel="Back"
      onConfirm={() => goOn(() => wanted.current.add(foldName(asked!)))}
    >
      <p className="break-words">
        There is no category "{asked}" yet.{suggested && ` Did you mean "${suggested}"?`}
      </p>
      {suggested && (
        <Button className="mt-3" onClick={() => goOn(() => onUse(suggested))}>
          Use "{suggested}"
        </Button>
      )}
    </ConfirmDialog>
  );
  return { before, question };
};
