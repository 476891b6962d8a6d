import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Alert } from '#contract/alerts.ts';
import { ALL_CATEGORIES, displayCategory } from '#domain/categories.ts';
import { NO_FACETS } from '#domain/facets.ts';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import { counted } from '#domain/text.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { formatDate } from '../../browser/dates.ts';
import { paths } from '../../browser/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { useMedia } from '../../ui/use-size.ts';
import { FavoriteButton } from '../marks/favorite-button.tsx';
import { NotifyButton } from '../marks/notify-button.tsx';
import { alerts, favorites, loadMarks, type MarkStore } from '../marks/product-marks.ts';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { AddToCart } from '../products/add-to-cart.tsx';
import { StockNote } from '../products/product-facts.tsx';
import { productAddress, START_VIEW, writeView } from '../view/shop-view.ts';

/** Products that a list shows before "Show all". */
const FIRST = 6;

const IN_SHOP =
  paths.home + writeView({ ...START_VIEW, category: ALL_CATEGORIES, facets: { ...NO_FACETS, favorites: true } });

/** The member's favorites, and the products that the member wants to hear about (behavior 5.22, 5.23). */
export default function OwnMarks() {
  useEffect(loadMarks, []);
  return (
    <>
      <MarkList
        id="favorites"
        title="Favorites"
        store={favorites}
        empty="None yet. Tap the heart on a product to save it here."
        aside={
          <Link href={IN_SHOP} className="link text-sm">
            Show in the shop
          </Link>
        }
        rowOf={(product) => (
          <MarkRow key={product.id} product={product} note={<StockNote quantity={product.quantity} isGone={false} />}>
            <FavoriteButton product={product} look="plain" />
          </MarkRow>
        )}
      />
      <MarkList
        id="alerts"
        title="Back in stock"
        store={alerts}
        rowOf={(product, alert) => (
          <MarkRow key={product.id} product={product} note={<AlertNote product={product} alert={alert} />}>
            {alert && product.quantity > 0 && (
              <IconButton label={`Remove ${product.name}`} onClick={() => alerts.set(product, false)}>
                <X aria-hidden />
              </IconButton>
            )}
          </MarkRow>
        )}
      />
    </>
  );
}

interface MarkListProps<Mark> {
  id: string;
  title: string;
  store: MarkStore<Mark>;
  /** What an empty list says in its one line. Without it there is none. */
  empty?: string;
  aside?: ReactNode;
  /** The mark is undefined once the member has taken it back. */
  rowOf: (product: Product, mark: Mark | undefined) => ReactNode;
}

const MarkList = <Mark,>({ id, title, store, empty, aside, rowOf }: MarkListProps<Mark>) => {
  const { stored, failure } = store.use();
  const products = useCatalogue().data?.products;
  const [showsAll, setShowsAll] = useState(false);
  const ids = useShownIds(stored);
  const sold = useMemo(() => new Map(products?.map((product) => [product.id, product])), [products]);
  const listed = ids.flatMap((each) => sold.get(each) ?? []);
  const gone = products && stored ? [...stored.keys()].filter((each) => !sold.has(each)) : [];
  const isEmpty = stored !== null && products !== undefined && listed.length + gone.length === 0;
  const shown = showsAll ? listed : listed.slice(0, FIRST);
  if (isEmpty) {
    return (
      empty && (
        <section aria-labelledby={`${id}-title`} className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={`${id}-title`} className="text-base font-semibold text-text">
            {title}
          </h2>
          <p className="text-sm text-muted">{empty}</p>
        </section>
      )
    );
  }
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id={`${id}-title`} className="text-base font-semibold text-text">
          {title}
        </h2>
        {listed.length > 0 && aside}
      </div>
      {!stored && failure && (
        <Notice
          tone="danger"
          alert
          action={
            <Button size="sm" onClick={() => void store.load()}>
              Try again
            </Button>
          }
        >
          {failure}
        </Notice>
      )}
      {(!stored || !products) && !failure && <SkeletonText lines={3} />}
      {stored && products && (
        <div className="rounded-card border border-line bg-surface">
          <ul className="divide-y divide-line">{shown.map((product) => rowOf(product, stored.get(product.id)))}</ul>
          {listed.length > FIRST && (
            <p className="border-t border-line px-4">
              <ShowAll
                title={title}
                count={listed.length}
                showsAll={showsAll}
                onToggle={() => setShowsAll(!showsAll)}
                className="min-h-11"
              />
            </p>
          )}
          {gone.length > 0 && (
            <p className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 text-sm text-muted">
              {counted(gone.length, 'product')} not in the shop right now.
              <Button
                variant="ghost"
                size="sm"
                onClick={() => {
                  for (const each of gone) store.set({ id: each, name: 'The product' }, false);
                }}
              >
                Remove<span className="sr-only"> them from {title}</span>
              </Button>
            </p>
          )}
        </div>
      )}
    </section>
  );
};

/**
 * The products of a list. One whose mark is taken back stays until the page is left: a row must not move under a finger,
 * and another press undoes it.
 */
const useShownIds = (stored: ReadonlyMap<number, unknown> | null): readonly number[] => {
  const [ids, setIds] = useState<readonly number[]>([]);
  const added = stored ? [...stored.keys()].filter((id) => !ids.includes(id)) : [];
  if (added.length === 0) return ids;
  const all = [...added, ...ids];
  setIds(all);
  return all;
};

const MarkRow = ({ product, note, children }: { product: Product; note: ReactNode; children: ReactNode }) => {
  const nameId = useId();
  return (
    <li className="flex items-center gap-3 p-3">
      <ProductPicture
        image={product.images[0]}
        name={product.name}
        category={displayCategory(product)}
        brand={product.brand}
        tags={product.tags}
        sizes="56px"
        decorative
        className="size-14 shrink-0 rounded-control max-[22rem]:hidden"
      />
      <div className="min-w-0 flex-1">
        <Link
          id={nameId}
          href={paths.home + productAddress(product)}
          className="line-clamp-2 rounded-small font-semibold text-text underline-offset-4 hover:underline"
        >
          {product.name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <span>{formatPrice(product.finalPrice)}</span>
          {note}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-1.5">
        <BuyOrWait product={product} describedBy={nameId} />
        {children}
      </div>
    </li>
  );
};

/** Add to Cart, or the button that asks for news while the product is sold out. */
const BuyOrWait = ({ product, describedBy }: { product: Product; describedBy: string }) => {
  const isWide = useMedia('(min-width: 40rem)');
  if (product.quantity === 0) return <NotifyButton product={product} look={isWide ? 'narrow' : 'icon'} />;
  return (
    <AddToCart
      product={product}
      describedBy={describedBy}
      iconOnly={!isWide}
      textOnly={isWide}
      className={cx('text-sm shadow-none!', isWide ? 'px-3!' : 'w-11 px-0!')}
    />
  );
};

const AlertNote = ({ product, alert }: { product: Product; alert: Alert | undefined }) => {
  if (product.quantity > 0) return <Badge tone="good">Back in stock</Badge>;
  if (!alert) return <span>Sold out</span>;
  return <span>{alert.backAt === null ? `Waiting since ${formatDate(alert.createdAt)}` : 'Sold out again'}</span>;
};
