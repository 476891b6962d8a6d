import { Unlink } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../../browser/paths.ts';
import { Notice } from '../../ui/notice.tsx';

/** The part of an address that the catalogue does not have. Null if it has everything. */
export type MissingPart = { product: number } | { category: string } | null;

/** Provided by the storefront, once the catalogue is loaded. */
export const MissingPartContext = createContext<MissingPart>(null);

/** The paths at which the customer flow stands for itself (behavior 11.4). */
const CUSTOMER_PATHS: ReadonlySet<string> = new Set([
  paths.home,
  paths.dashboard,
  paths.auth,
  paths.account,
  paths.receipts,
]);

const isKnownPath = (path: string): boolean =>
  CUSTOMER_PATHS.has(path.replace(/(?<=.)\/$/, '')) || /^\/(receipts|reset)\/[^/]+\/?$/.test(path);

/** Says that an address leads nowhere, with a link to the shop (behavior 11.9). */
export const DeadLinkNotice = ({ className }: { className?: string | undefined }) => {
  const [path] = useLocation();
  const missing = useContext(MissingPartContext);
  const text = isKnownPath(path) ? missingText(missing) : 'Page not found';
  if (text === null) return null;
  return (
    <Notice tone="warning" icon={<Unlink />} alert className={className}>
      <strong className="font-semibold break-words">{text}</strong>{' '}
      <Link href={paths.home} className="link font-medium">
        Go to the shop
      </Link>
    </Notice>
  );
};

const missingText = (missing: MissingPart): string | null => {
  if (missing === null) return null;
  if ('product' in missing) return 'Product not found. It may have left the shop.';
  return `Category not found: ${missing.category.slice(0, 60)}`;
};
