import { useEffect, useState } from 'react';
import { useShop, useShopState } from '../api/queries/settings.ts';
import { localStore } from '../browser/safe-storage.ts';
import { cx } from '../ui/cx.ts';

/** public/theme.js gives the page this hue before its first paint. */
const ACCENT = 'greenroom-accent';

/** Gives the page the accent of the shop (behavior 11.11). The colors that follow it are in styles/tokens.css. */
export const ShopAccent = () => {
  const { accent } = useShop();
  const state = useShopState();
  const isKnown = state === 'fetched' || state === 'stored';
  useEffect(() => {
    if (!isKnown) return;
    const { style } = document.documentElement;
    if (accent === null) {
      style.removeProperty('--accent-hue');
      localStore.removeItem(ACCENT);
    } else {
      style.setProperty('--accent-hue', String(accent));
      localStore.setItem(ACCENT, String(accent));
    }
  }, [accent, isKnown]);
  return null;
};

/**
 * The logo, if the shop has one. It is next to the shop's name, so it is not read out (behavior 11.12). The classes give
 * it a box of its own, so that nothing moves when it arrives.
 */
export const ShopLogo = ({ className }: { className: string }) => {
  const { logo } = useShop();
  // Offline a browser may have none.
  const [missing, setMissing] = useState<string | null>(null);
  if (logo === null || logo === missing) return null;
  return <img src={logo} alt="" onError={() => setMissing(logo)} className={cx('object-contain', className)} />;
};

/** The seller's license, if the shop has one. */
export const ShopLicense = ({ className }: { className: string }) => {
  const { license } = useShop();
  if (!license) return null;
  // Many sellers write the word themselves.
  return <p className={className}>{/licen[cs]e/i.test(license) ? license : `License ${license}`}</p>;
};
