import { useState } from 'react';
import { useShop } from '../../api/queries/shop.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { inGroups, type Wallet, walletsOf } from './wallets.ts';

/** Where to pay: the shop's wallets, one at a time. */
export function WalletTabs() {
  const wallets = walletsOf(useShop());
  const [chosen, setChosen] = useState(wallets[0]?.name ?? '');
  if (wallets.length === 0) return null;
  return (
    <section aria-label="Payment" className="rounded-card border border-line bg-well px-3 pt-1 pb-3">
      <Tabs
        value={chosen}
        onChange={setChosen}
        label="Wallet"
        tabs={wallets.map(({ name }) => ({ value: name, label: name }))}
      >
        {wallets.map((wallet) => (
          <TabPanel key={wallet.name} value={wallet.name} className="pt-3">
            <WalletPanel wallet={wallet} />
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

function WalletPanel({ wallet: { name, address, uri } }: { wallet: Wallet }) {
  return (
    <div className="flex items-start gap-3">
      <a href={uri} className="shrink-0 overflow-hidden rounded-control" aria-label={`Open in a ${name} wallet`}>
        <QrCode text={uri} label={`QR code of the ${name} address`} className="size-28" />
      </a>
      <div className="min-w-0">
        {/* One word for whoever copies it by hand; the spaces are drawn. */}
        <p className="flex flex-wrap gap-x-2 font-mono text-sm/6 text-text">
          {inGroups(address).map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups stand in the order of the address
            <span key={at}>{group}</span>
          ))}
        </p>
        <CopyButton value={address} label={`Copy ${name} address`} className="mt-1 -ml-3 whitespace-normal text-left" />
      </div>
    </div>
  );
}
