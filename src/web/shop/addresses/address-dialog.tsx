import { useQueryClient } from '@tanstack/react-query';
import { addressForm } from '#contract/address-form.ts';
import { type Address, addAddress, changeAddress } from '#contract/addresses.ts';
import { ADDRESS_LIMITS } from '#domain/delivery-address.ts';
import { call } from '../../api/client.ts';
import { showAddress } from '../../api/queries/addresses.ts';
import { KeepNote } from '../../shared/delivery.tsx';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';

/** A new address, which may have a country already, or one to edit. */
export type EditedAddress = Address | { id: null; country: string };

export interface AddressDialogProps {
  /** Null while the dialog is closed. */
  address: EditedAddress | null;
  onSaved?: ((address: Address) => void) | undefined;
  onClose: () => void;
}

/** Adds a delivery address, or changes one. */
export default function AddressDialog({ address, onSaved, onClose }: AddressDialogProps) {
  const shown = useLastShown(address);
  if (!shown) return null;
  return (
    <Dialog
      open={address !== null}
      onClose={onClose}
      phone="sheet"
      title={shown.id === null ? 'Add address' : 'Edit address'}
    >
      <AddressForm key={shown.id} address={shown} onSaved={onSaved} onClose={onClose} />
    </Dialog>
  );
}

const FAILED = 'The address could not be saved. Please try again.';
const NOTHING = { name: '', lines: '', city: '', region: '', postalCode: '', country: '', phone: '' };

const AddressForm = ({ address, onSaved, onClose }: AddressDialogProps & { address: EditedAddress }) => {
  const queryClient = useQueryClient();
  const { id } = address;
  const known = Object.entries({ ...NOTHING, ...address }).map(([name, value]) => [name, value ?? '']);
  const { submit, field, isBusy, failure } = useEndpointForm(addAddress, {
    schema: addressForm,
    defaultValues: Object.fromEntries(known) as typeof NOTHING,
    send: (body, idempotencyKey) =>
      id === null
        ? call(addAddress, { body, idempotencyKey, fallback: FAILED })
        : call(changeAddress, { params: { id }, body, fallback: FAILED }),
    fallback: FAILED,
    onDone: ({ address: saved }) => {
      showAddress(queryClient, saved);
      onSaved?.(saved);
      toast({ title: id === null ? 'Address added' : 'Address saved', kind: 'success' });
      onClose();
    },
  });
  const { field: most, lines: mostInLines } = ADDRESS_LIMITS;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField label="Name" autoComplete="name" maxLength={most} data-autofocus {...field('name')} />
      <TextArea
        label="Address"
        autoComplete="street-address"
        rows={2}
        maxLength={mostInLines}
        placeholder="Street and number, then unit or floor"
        {...field('lines')}
      />
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        <TextField label="City" autoComplete="address-level2" maxLength={most} {...field('city')} />
        <TextField
          label="Region"
          aside="if any"
          autoComplete="address-level1"
          maxLength={most}
          placeholder="State, province"
          {...field('region')}
        />
        <TextField
          label="Postal code"
          aside="if any"
          autoComplete="postal-code"
          verbatim
          maxLength={most}
          {...field('postalCode')}
        />
        <TextField label="Country" autoComplete="country-name" maxLength={most} {...field('country')} />
      </div>
      <TextField
        label="Phone"
        aside="optional"
        type="tel"
        autoComplete="tel"
        maxLength={most}
        hint="For the parcel service only."
        {...field('phone')}
      />
      <KeepNote />
      <FormFailure text={failure} />
      {/* Stays in sight while the form scrolls on a low screen. */}
      <div className="sticky -bottom-4 -mx-5 -mb-4 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save address'}
        </Button>
      </div>
    </form>
  );
};
