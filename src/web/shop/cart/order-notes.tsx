import { useEffect, useRef, useState } from 'react';
import { TextArea } from '../../ui/text-field.tsx';
import { changeCart, useCart } from './cart-store.ts';

const PAUSE_MS = 700;
const LONGEST = 2000;

/** A word to the seller; kept as it is typed, and at the latest when the field is left. */
export const OrderNotes = ({ notes, className }: { notes: string; className?: string }) => {
  const unsent = useCart(({ unsentNotes }) => unsentNotes);
  const [typed, setTyped] = useState<string | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<string | null>(null);

  const save = () => {
    clearTimeout(pause.current);
    if (unsaved.current !== null) changeCart({ kind: 'notes', notes: unsaved.current.trim() });
    unsaved.current = null;
  };
  // The drawer may be closed in the middle of a word.
  const saveLast = useRef(save);
  saveLast.current = save;
  useEffect(() => () => saveLast.current(), []);

  return (
    <TextArea
      label="Order notes"
      aside="optional"
      rows={2}
      maxLength={LONGEST}
      placeholder="Anything the seller should know"
      value={typed ?? unsent ?? notes}
      onChange={(event) => {
        setTyped(event.target.value);
        unsaved.current = event.target.value;
        clearTimeout(pause.current);
        pause.current = setTimeout(save, PAUSE_MS);
      }}
      onBlur={() => {
        save();
        setTyped(null);
      }}
      className={className}
    />
  );
};
