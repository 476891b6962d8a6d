import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { ImportResult } from '../../../api/queries/imports.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { undoChange } from '../../action-toasts.ts';
import { openTasks } from '../../tasks/open-tasks.ts';
import type { needsALook } from './needs-a-look.ts';

interface ImportOutcomeProps {
  result: ImportResult;
  /** What became of the rows, as a sentence. */
  words: string;
  looks: ReturnType<typeof needsALook>;
  onLeave: () => void;
}

/** The result of an import, its Undo, and the products that need a look next. */
export const ImportOutcome = ({ result: { message, changeId, taskId }, words, looks, onLeave }: ImportOutcomeProps) => {
  const queryClient = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const undo = useMutation({ mutationFn: (id: number) => undoChange(queryClient, id) });
  const isUndone = undo.data === true;
  // The button that was pressed last is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the two titles is read
  useEffect(() => title.current?.focus(), [isUndone]);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-center gap-3 pt-6 text-center max-sm:pt-32">
        <span
          aria-hidden
          className={cx(
            'flex size-14 items-center justify-center rounded-full',
            isUndone ? 'bg-raised text-muted' : 'bg-good-wash text-good-text',
          )}
        >
          {isUndone ? <Undo2 className="size-7" /> : <CircleCheck className="size-7" />}
        </span>
        <h3 ref={title} tabIndex={-1} className="text-lg font-semibold text-text outline-none">
          {isUndone ? 'This import was undone.' : message}
        </h3>
        <p className={cx('text-sm text-muted', isUndone && 'line-through')}>{isUndone ? message : words}</p>
        {changeId !== null && !isUndone && (
          <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate(changeId)}>
            {!undo.isPending && <Undo2 aria-hidden className="size-4" />}
            Undo
          </Button>
        )}
      </div>
      {taskId !== null && !isUndone && (
        <p className="text-center text-sm text-muted">
          The pictures are on their way.{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              onLeave();
              openTasks();
            }}
          >
            See how far they are
          </button>
        </p>
      )}
      {looks.length > 0 && !isUndone && (
        <section className="flex flex-col gap-1">
          <h4 className="text-sm font-semibold text-muted">Needs a look</h4>
          <ul className="divide-y divide-line rounded-card border border-line">
            {looks.map(({ text, href }) => (
              <li key={href}>
                <Link
                  href={href}
                  onClick={onLeave}
                  className="flex min-h-12 items-center justify-between gap-3 rounded-card px-4 text-text hover:bg-raised"
                >
                  {text}
                  <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};

export const OutcomeFooter = ({ onAgain, onEnd }: { onAgain: () => void; onEnd: () => void }) => (
  <div className="flex flex-wrap justify-end gap-2">
    <Button onClick={onAgain}>Import another file</Button>
    <Button variant="primary" onClick={onEnd}>
      Done
    </Button>
  </div>
);
