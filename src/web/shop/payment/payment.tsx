import { useState } from 'react';
import { useShop } from '../../api/queries/settings.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { inGroups, type Wallet, walletsOf } from './wallets.ts';

/** All wallets with their addresses, and the QR code of one at a time: a camera could read the wrong one of two. */
export const Payment = ({ className }: { className?: string }) => {
  const wallets = walletsOf(useShop());
  const [selected, setSelected] = useState<string | null>(null);
  const [first] = wallets;
  if (!first) return null;
  // The settings may load, or change, while this is open.
  const chosen = wallets.find(({ name }) => name === selected)?.name ?? first.name;
  return (
    <section aria-label="Payment" className={cx('rounded-card border border-line bg-well px-3 pt-1 pb-3', className)}>
      <Tabs
        value={chosen}
        onChange={setSelected}
        label="Wallet"
        tabs={wallets.map(({ name }) => ({ value: name, label: name }))}
      >
        {wallets.map((wallet) => (
          <TabPanel key={wallet.name} value={wallet.name} className="flex items-center gap-4 py-3">
            <WalletCode wallet={wallet} />
          </TabPanel>
        ))}
      </Tabs>
      <ul className="flex flex-col">
        {wallets.map((wallet) => (
          <WalletAddress key={wallet.name} wallet={wallet} />
        ))}
      </ul>
    </section>
  );
};

const WalletCode = ({ wallet: { name, uri } }: { wallet: Wallet }) => (
  <>
    <QrCode text={uri} label={`QR code of the ${name} address`} className="size-28 shrink-0 rounded-control" />
    <p className="text-sm text-muted">
      Scan with your {name} wallet, or{' '}
      <a href={uri} aria-label={`Open in a ${name} wallet`} className="link">
        open your wallet app
      </a>
      .
    </p>
  </>
);

const WalletAddress = ({ wallet: { name, address } }: { wallet: Wallet }) => (
  <li className="flex items-center gap-2 border-t border-line py-2 last:pb-0">
    <div className="min-w-0 flex-1">
      <p className="text-sm text-muted">{name}</p>
      {/* The gaps are drawn, so that text copied by hand has no spaces. */}
      <p className="flex flex-wrap gap-x-2 font-mono text-sm/6 text-text">
        {inGroups(address).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change their order
          <span key={index}>{group}</span>
        ))}
      </p>
    </div>
    <CopyButton value={address} label={`Copy ${name} address`} iconOnly />
  </li>
);
