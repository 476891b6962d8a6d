import { LayoutList } from 'lucide-react';
import { ALL_CATEGORIES, IN_HOUSE, type CategoryTile as Tile } from '#domain/categories.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { useMedia } from '../../ui/use-size.ts';
import { CartButton } from '../header/cart-button.tsx';
import { MemberControls } from '../header/member-controls.tsx';
import { SHELL, ShopHeader, ShopName, WIDE } from '../header/shop-header.tsx';
import { ShopNotices } from '../header/shop-notices.tsx';
import { useScrollRestoration } from '../view/scroll-restoration.ts';
import { useHeadingFocus } from '../view/use-heading-focus.ts';
import type { GoToView } from '../view/use-shop-view.ts';
import { CategoryTile } from './category-tile.tsx';
import { mosaicSpans } from './mosaic.ts';

interface PickerPageProps {
  /** Null while the catalogue loads. */
  tiles: readonly Tile[] | null;
  go: GoToView;
}

/** Chooses a category, or all of them. */
export const PickerPage = ({ tiles, go }: PickerPageProps) => {
  const isWide = useMedia(WIDE);
  const heading = useHeadingFocus<HTMLHeadingElement>('picker');
  useScrollRestoration('picker', tiles !== null);
  const total = tiles?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const choose = (category: string) => go({ category });

  const title = (
    <h1
      ref={heading}
      tabIndex={-1}
      className="text-lg font-bold tracking-tight text-text sm:text-xl lg:border-l lg:border-line lg:pl-4 lg:text-lg lg:font-semibold"
    >
      Select a Category
    </h1>
  );
  const all = (
    <Button onClick={() => choose(ALL_CATEGORIES)} disabled={total === 0} className="text-sm">
      <LayoutList aria-hidden className="size-4.5" />
      Browse all
    </Button>
  );
  return (
    <>
      <ShopHeader>
        <ShopName />
        {isWide && title}
        <div className="flex-1" />
        {isWide && all}
        <MemberControls inMenu={!isWide} />
        <CartButton />
      </ShopHeader>
      <main className={`${SHELL} flex flex-col gap-4 pt-4 pb-24 lg:pt-5`}>
        {!isWide && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            {title}
            {all}
          </div>
        )}
        <ShopNotices />
        {tiles === null ? (
          <MosaicSkeleton />
        ) : tiles.length > 0 ? (
          <Mosaic tiles={tiles} onChoose={choose} />
        ) : (
          <NoProducts />
        )}
      </main>
    </>
  );
};

/** Two columns on a phone, up to five on wider screens. */
const useColumns = (): number => {
  const three = useMedia('(min-width: 40rem)');
  const four = useMedia('(min-width: 64rem)');
  const five = useMedia('(min-width: 100rem)');
  return 2 + Number(three) + Number(four) + Number(five);
};

const GRID = 'grid auto-rows-[clamp(9.25rem,15.5vw,15.5rem)] gap-3 lg:gap-4';

const Mosaic = ({ tiles, onChoose }: { tiles: readonly Tile[]; onChoose: (category: string) => void }) => {
  const columns = useColumns();
  const spans = mosaicSpans(tiles.length, columns, tiles[0]?.name === IN_HOUSE);
  return (
    <ul className={GRID} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {tiles.map((tile, index) => (
        <CategoryTile key={tile.name} tile={tile} span={spans[index] ?? 1} onChoose={onChoose} />
      ))}
    </ul>
  );
};

const MosaicSkeleton = () => {
  const columns = useColumns();
  const spans = mosaicSpans(10, columns, true);
  return (
    <div
      role="status"
      aria-label="Loading categories"
      className={GRID}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {spans.map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
        <div key={index} style={{ gridColumn: `span ${span}` }} className="flex">
          <Skeleton className="w-full rounded-card" />
        </div>
      ))}
    </div>
  );
};

const NoProducts = () => (
  <EmptyState icon={<LayoutList />} title="No products found" text="Nothing in stock yet. Check back soon." />
);
