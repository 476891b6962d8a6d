import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ColumnList } from './column-list.tsx';
import { ImportPlan } from './import-plan.tsx';
import { ACCEPTED, describeColumns, describeFile, looksLikeProducts, openQuestions } from './import-words.ts';
import { KeptMappings } from './kept-mappings.tsx';
import { DecimalsQuestion, ModeQuestion, PriceQuestion } from './questions.tsx';
import type { Import, OpenImport } from './use-import.ts';

/** The three steps of an open file: what it is, what its columns are, and what would happen (behavior 10.31). */
export const OpenFile = ({ task, state }: { task: Import; state: OpenImport }) => {
  const { found, request, preview } = state;
  const chooser = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const isKnown = found.source !== 'table';
  const questions = preview ? openQuestions(preview) : [];
  const [wantsColumns, setColumns] = useState(!isKnown);
  const hasColumns = wantsColumns || questions.length > 0;
  // Until a column is a name or a price, there is nothing to ask about the products.
  const isOther = questions.length > 0 && !looksLikeProducts(request.mapping);
  return (
    <div className="flex flex-col gap-7">
      <Step
        number={1}
        title={
          <h3 ref={title} tabIndex={-1} className="text-base font-semibold break-words text-text outline-none">
            <FileWords text={describeFile(found, request)} />
          </h3>
        }
        action={
          <>
            <FileInput
              ref={chooser}
              accept={ACCEPTED}
              aria-label="Product file"
              onFiles={([file]) => file && void task.read(file)}
            />
            <Button size="sm" variant={isOther ? 'primary' : 'ghost'} onClick={() => chooser.current?.click()}>
              Another file
            </Button>
          </>
        }
      />
      <Step
        number={2}
        title={<h3 className="text-base font-semibold text-text">What the columns are</h3>}
        action={
          isKnown && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={hasColumns}
              disabled={questions.length > 0}
              onClick={() => setColumns(!wantsColumns)}
            >
              {hasColumns ? 'Hide the columns' : 'Check the columns'}
            </Button>
          )
        }
      >
        {state.readAs !== null && (
          <Notice
            action={
              <Button size="sm" onClick={() => task.change({ mapping: found.mapping })}>
                Don't use it
              </Button>
            }
          >
            The columns are those of your kept mapping “{state.readAs}”, so it is used.
          </Notice>
        )}
        {!hasColumns && <p className="-mt-2 pl-11 text-sm text-muted">{describeColumns(request)}</p>}
        {hasColumns && (
          <>
            <ColumnList found={found} request={request} questions={questions} onChange={task.change} />
            {!isOther && <KeptMappings found={found} request={request} onChange={task.change} />}
          </>
        )}
        <DecimalsQuestion found={found} request={request} preview={preview} onChange={task.change} />
        {!isOther && (hasColumns || request.mapping.price !== found.mapping.price) && (
          <PriceQuestion request={request} onChange={task.change} />
        )}
      </Step>
      {!isOther && (
        <Step number={3} title={<h3 className="text-base font-semibold text-text">What happens</h3>}>
          <ModeQuestion request={request} onChange={task.change} />
          <ImportPlan task={task} state={state} />
        </Step>
      )}
    </div>
  );
};

/** On a phone what the file is has a line of its own. */
const FileWords = ({ text }: { text: string }) => {
  const [source, ...numbers] = text.split(' · ');
  return (
    <>
      {source}
      <span className="max-sm:sr-only"> · </span>
      <span className="max-sm:block max-sm:text-sm max-sm:font-normal max-sm:text-muted">{numbers.join(' · ')}</span>
    </>
  );
};

interface StepProps {
  number: number;
  title: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

const Step = ({ number, title, action, children }: StepProps) => (
  <section className="flex flex-col gap-4">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-wash text-sm font-bold text-accent-text"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">{title}</div>
      {action}
    </div>
    {children}
  </section>
);
