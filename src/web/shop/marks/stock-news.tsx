import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { Alert } from '#contract/alerts.ts';
import type { Product } from '#domain/product.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { sendAlertsSeen } from '../../api/queries/marks.ts';
import { paths } from '../../browser/paths.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { toast } from '../../ui/toast.ts';
import { useMember } from '../member.ts';
import { START_VIEW, writeView } from '../view/shop-view.ts';
import { takeReturns } from './announced-returns.ts';
import { alerts } from './product-marks.ts';

/**
 * Tells the member once that a product is back in stock: at once if the shop is open, otherwise at the next visit
 * (behavior 5.23).
 */
export default function StockNews() {
  const member = useMember();
  const [, navigate] = useLocation();
  const products = useCatalogue().data?.products;
  const stored = alerts.use((state) => state.stored);
  const isVisible = useVisible();
  useRefreshWithStock(products, stored);

  useEffect(() => {
    // Nobody reads the toast of a hidden page.
    if (!stored || !products || !isVisible) return;
    const inStock = new Map(products.filter(({ quantity }) => quantity > 0).map((product) => [product.id, product]));
    const returned = takeReturns([...stored.values()], { member: member.id, now: shopNow() }, (id) => inStock.has(id));
    if (returned.length === 0) return;
    showToast(
      returned.map((id) => inStock.get(id)!),
      navigate,
    );
    // If this fails, the shop takes them for unseen. This device does not tell them twice.
    sendAlertsSeen(returned).catch(() => undefined);
  }, [stored, products, isVisible, member.id, navigate]);
  return null;
}

/** Fetches the alerts, and again when the catalogue knows better. The event stream brings a return or sale at once. */
const useRefreshWithStock = (
  products: readonly Product[] | undefined,
  stored: ReadonlyMap<number, Alert> | null,
): void => {
  useEffect(() => {
    // The list has fetched them already.
    if (alerts.use.getState().stored === null) void alerts.load();
  }, []);
  /** The products whose alerts do not say what the catalogue says. */
  const behind = useMemo(() => {
    if (!products || !stored || stored.size === 0) return '';
    return products
      .filter(({ id, quantity }) => stored.has(id) && (stored.get(id)!.backAt === null) === quantity > 0)
      .map(({ id, quantity }) => `${id}: ${quantity > 0}`)
      .join();
  }, [products, stored]);
  useEffect(() => {
    if (behind !== '') void alerts.load();
  }, [behind]);
};

const useVisible = (): boolean => {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const onChange = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return isVisible;
};

const showToast = (returned: readonly Product[], navigate: (path: string) => void): void => {
  const [first] = returned;
  const isOne = returned.length === 1;
  const target = isOne
    ? paths.home + writeView({ ...START_VIEW, category: first!.category, product: first!.id })
    : paths.account;
  toast({
    title: isOne ? `${first!.name} is back in stock` : `${returned.length} products are back in stock`,
    description: isOne ? undefined : returned.map(({ name }) => name).join(', '),
    kind: 'success',
    action: { label: 'View', onSelect: () => navigate(target) },
  });
};
