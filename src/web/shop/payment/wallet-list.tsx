import { useShop } from '../../api/queries/settings.ts';
import { AddressGroups } from '../../shared/address-groups.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { walletsOf } from './wallets.ts';

/** The shop's wallets below a sentence, before there is an order to pay (behavior 6.8). */
export const WalletList = ({ note }: { note: string }) => {
  const wallets = walletsOf(useShop());
  if (wallets.length === 0) return null;
  return (
    <section aria-label="Payment" className="border-y border-line py-2 text-sm">
      <p className="pt-1 text-muted">{note}</p>
      <ul>
        {wallets.map(({ name, address }) => (
          <li key={name} className="flex items-center gap-3">
            <div className="min-w-0 flex-1 py-1.5">
              <p className="text-xs text-muted">{name}</p>
              <AddressGroups address={address} isSmall />
            </div>
            <CopyButton value={address} label={`Copy ${name} address`} iconOnly />
          </li>
        ))}
      </ul>
    </section>
  );
};
