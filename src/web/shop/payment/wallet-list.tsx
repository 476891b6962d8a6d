import { useState } from 'react';
import { useShop } from '../../api/queries/settings.ts';
import { AddressGroups } from '../../shared/address-groups.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ownNames, paymentCode, type Wallet, walletsOf } from './wallets.ts';

/**
 * The shop's wallets below a sentence, before there is an order to pay (behavior 6.8). Small and without a link to a
 * wallet, because nothing is to be paid yet. One QR code at a time: a camera could read the wrong one of two.
 */
export const WalletList = ({ note }: { note: string }) => {
  const shop = useShop();
  const wallets = walletsOf(shop, []);
  const own = ownNames(shop.ownAddresses);
  if (wallets.length === 0 && !own) return null;
  return (
    <section aria-label="Payment" className="border-y border-line py-2 text-sm">
      <p className="pt-1 text-muted">{note}</p>
      {own && (
        <div className={cx('pt-2', wallets.length > 0 && 'border-b border-line pb-2')}>
          <p className="text-xs text-muted">{own} · once you confirm</p>
          <p className="text-text">Your order gets its own address. Please pay to that one.</p>
        </div>
      )}
      {wallets.length > 0 && <Codes wallets={wallets} />}
    </section>
  );
};

const Codes = ({ wallets }: { wallets: readonly Wallet[] }) => {
  const [selected, setSelected] = useState<string | null>(null);
  // The settings may change while this is open.
  const chosen = wallets.find(({ name }) => name === selected)?.name ?? wallets[0]!.name;
  const isMarked = (name: string) => wallets.length > 1 && name === chosen;
  const content = (
    <div className="flex items-center gap-4 pt-2">
      {wallets.length === 1 ? (
        <div className={CODE}>
          <WalletCode wallet={wallets[0]!} />
        </div>
      ) : (
        wallets.map((wallet) => (
          <TabPanel key={wallet.name} value={wallet.name} className={CODE}>
            <WalletCode wallet={wallet} />
          </TabPanel>
        ))
      )}
      <ul className="min-w-0 flex-1">
        {wallets.map(({ name, address }) => (
          <li key={name} className="flex items-center gap-2">
            <div className="min-w-0 flex-1 py-1">
              <p className={cx('text-xs', isMarked(name) ? 'font-semibold text-text' : 'text-muted')}>
                {name}
                {isMarked(name) && ' · this code'}
              </p>
              <AddressGroups address={address} isSmall />
            </div>
            <CopyButton value={address} label={`Copy ${name} address`} iconOnly />
          </li>
        ))}
      </ul>
    </div>
  );
  if (wallets.length === 1) return content;
  return (
    <Tabs
      value={chosen}
      onChange={setSelected}
      label="Wallet"
      tabs={wallets.map(({ name }) => ({ value: name, label: name }))}
    >
      {content}
    </Tabs>
  );
};

const CODE = 'w-22 shrink-0';

const WalletCode = ({ wallet }: { wallet: Wallet }) => (
  <QrCode
    text={paymentCode(wallet, null)}
    label={`QR code of the ${wallet.name} address`}
    className="size-22 rounded-control"
  />
);
