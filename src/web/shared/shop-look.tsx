import { useEffect } from 'react';
import { useShop, useShopState } from '../api/queries/settings.ts';
import { localStore } from '../browser/safe-storage.ts';

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

/** The seller's license, if the shop has one. */
export const ShopLicense = ({ className }: { className: string }) => {
  const { license } = useShop();
  return license && <p className={className}>{license}</p>;
};
