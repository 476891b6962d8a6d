import './packing.css';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { counted } from '#domain/text.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioCards } from '../../../ui/choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { type Paper, storedPaper, storePaper } from './packing-layout.ts';
import { PackingSheet } from './packing-sheet.tsx';

interface PackingDialogProps {
  /** The receipts to print; null if the dialog is closed. */
  receipts: readonly AdminReceipt[] | null;
  onClose: () => void;
}

/** So many pages are shown before printing. */
const SHOWN = 6;

/** Prints packing lists, one page for each receipt, on A4 or on 4 × 6 in labels (behavior 7.23). */
export const PackingDialog = ({ receipts, onClose }: PackingDialogProps) => {
  const [paper, setPaper] = useState(storedPaper);
  const shown = useLastShown(receipts) ?? [];
  const choose = (chosen: Paper) => {
    storePaper(chosen);
    setPaper(chosen);
  };
  const [only, ...others] = shown;
  return (
    <Dialog
      open={receipts !== null}
      onClose={onClose}
      title="Packing list"
      aside={only && others.length === 0 ? `Receipt #${only.number}` : counted(shown.length, 'receipt')}
      size="lg"
      phone="full"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" data-autofocus onClick={() => window.print()}>
            <Printer aria-hidden className="size-4.5" />
            {others.length === 0 ? 'Print' : `Print ${shown.length} lists`}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioCards
          label="Paper"
          value={paper}
          onChange={choose}
          options={[
            { value: 'a4', title: 'A4', text: '210 × 297 mm' },
            { value: 'label', title: '4 × 6 in', text: 'Label printer' },
          ]}
          className="max-w-md"
        />
        <ul aria-label="Preview" className="flex flex-wrap justify-center gap-4 rounded-card bg-well p-4">
          {shown.slice(0, SHOWN).map((receipt) => (
            <li key={receipt.id} className="packing-preview" data-paper={paper}>
              <PackingSheet receipt={receipt} paper={paper} />
            </li>
          ))}
        </ul>
        {shown.length > SHOWN && (
          <p className="text-center text-sm text-muted">and {shown.length - SHOWN} more, one page each</p>
        )}
      </div>
      {receipts && <Printed receipts={receipts} paper={paper} />}
    </Dialog>
  );
};

/** The pages for the printer, next to the page. A modal itself prints as one screen. */
const Printed = ({ receipts, paper }: { receipts: readonly AdminReceipt[]; paper: Paper }) => {
  useEffect(() => {
    const page = document.documentElement;
    page.dataset.packing = '';
    return () => {
      delete page.dataset.packing;
    };
  }, []);
  return createPortal(
    <div className="packing-pages" aria-hidden>
      {receipts.map((receipt) => (
        <PackingSheet key={receipt.id} receipt={receipt} paper={paper} />
      ))}
    </div>,
    document.body,
  );
};
