import { Dialog } from '../../../ui/dialog.tsx';
import { useDroppedFiles } from '../item/picture-file.ts';
import { ChooseFile, Reading } from './choose-file.tsx';
import { ImportFooter } from './import-footer.tsx';
import { ImportOutcome, OutcomeFooter } from './import-outcome.tsx';
import { OpenFile } from './open-file.tsx';
import { useImport } from './use-import.ts';

/** From a file to products: the file, its columns, and what would happen, on one page (behavior 10.31). */
export const ImportDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const task = useImport();
  const { state, isApplying } = task;
  const { isOver, drop } = useDroppedFiles(([file]) => {
    if (file && !isApplying && state.step !== 'reading') void task.read(file);
  });
  const end = () => {
    onClose();
    task.reset();
  };
  return (
    <Dialog
      open={open}
      // An outcome that was read is not shown again.
      onClose={() => !isApplying && (state.step === 'done' ? end() : onClose())}
      title="Import products"
      aside={state.step !== 'choose' && <span className="break-all">{state.file.name}</span>}
      size="lg"
      phone="full"
      bodyClassName="px-4 py-4 sm:px-5"
      footer={
        state.step === 'open' ? (
          <ImportFooter task={task} state={state} onCancel={end} />
        ) : (
          state.step === 'done' && <OutcomeFooter onAgain={task.reset} onEnd={end} />
        )
      }
    >
      {/* A file that is dropped beside its place would open in the browser, and the panel would be gone. */}
      <div {...drop} className="min-h-full">
        {state.step === 'choose' && <ChooseFile {...state} isOver={isOver} onFile={task.read} />}
        {state.step === 'reading' && <Reading {...state} onCancel={task.reset} />}
        {state.step === 'open' && <OpenFile key={state.found.id} task={task} state={state} />}
        {state.step === 'done' && <ImportOutcome {...state} onLeave={end} />}
      </div>
    </Dialog>
  );
};
