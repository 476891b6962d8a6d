import { useEffect, useRef, useState } from 'react';
import { SHIPPING_DAYS, SHIPPING_OPTIONS, type ShippingOption } from '#domain/constants.ts';
import { formatPrice } from '#domain/money.ts';
import { useShop } from '../../api/queries/settings.ts';
import { RadioCards } from '../../ui/choice.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { changeCart, useCart } from './cart-store.ts';
import { NotSaved } from './not-saved.tsx';

export const SHIPPING_LABELS = { standard: 'Standard', express: 'Express' } as const;

const CHOICE_ID = 'cart-shipping';

export const ShippingChoice = ({ option }: { option: ShippingOption }) => {
  const { shipping } = useShop();
  return (
    <div id={CHOICE_ID}>
      <RadioCards
        label="Shipping"
        showsLabel
        value={option}
        onChange={(chosen) => changeCart({ kind: 'shipping', option: chosen })}
        options={SHIPPING_OPTIONS.map((value) => ({
          value,
          title: SHIPPING_LABELS[value],
          text: SHIPPING_DAYS[value],
          figure: formatPrice(shipping[value]),
        }))}
      />
      <NotSaved subject="shipping" />
    </div>
  );
};

export const showShippingChoice = (): void => {
  const choice = document.getElementById(CHOICE_ID);
  choice?.scrollIntoView({ block: 'center' });
  choice?.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true });
};

const SAVE_DEBOUNCE_MS = 700;
const MAX_NOTES_LENGTH = 2000;

/** Notes to the seller. They are saved while they are typed, and when the field is left. */
export const OrderNotes = ({ notes }: { notes: string }) => {
  const unsent = useCart(({ unsentNotes }) => unsentNotes);
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<string | null>(null);

  const save = () => {
    clearTimeout(timer.current);
    if (unsaved.current !== null) changeCart({ kind: 'notes', notes: unsaved.current.trim() });
    unsaved.current = null;
  };
  // Saves when the drawer is closed while typing.
  const latestSave = useRef(save);
  latestSave.current = save;
  useEffect(() => () => latestSave.current(), []);

  return (
    <div>
      <TextArea
        label="Order notes"
        aside="optional"
        rows={2}
        maxLength={MAX_NOTES_LENGTH}
        placeholder="Anything the seller should know"
        value={typed ?? unsent ?? notes}
        onChange={(event) => {
          setTyped(event.target.value);
          unsaved.current = event.target.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(save, SAVE_DEBOUNCE_MS);
        }}
        onBlur={() => {
          save();
          setTyped(null);
        }}
      />
      <NotSaved subject="notes" />
    </div>
  );
};
