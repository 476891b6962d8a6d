import type { Shop } from '../../shop.ts';
import { shopInfo } from '../settings/shop-info.ts';

/** Tells streams when something changes that pages show of the shop. Nothing is compared while nobody listens. */
export class ShopInfoChanges {
  readonly #shop: Shop;
  readonly #isHeard: () => boolean;
  readonly #onChange: (info: string) => void;
  readonly #stops: readonly (() => void)[];
  #shown = '';

  /** `onChange` gets the body of GET /api/shop. */
  constructor(shop: Shop, { isHeard, onChange }: { isHeard: () => boolean; onChange: (info: string) => void }) {
    this.#shop = shop;
    this.#isHeard = isHeard;
    this.#onChange = onChange;
    const { catalogue, logo, categories, currentSettings } = shop;
    const look = () => this.look();
    this.#stops = [
      catalogue.onChange(look),
      logo.onChange(look),
      categories.onChange(look),
      currentSettings.onChange(look),
    ];
  }

  /** Looks whether something has changed. */
  look(): void {
    if (!this.#isHeard()) return;
    const info = JSON.stringify(shopInfo(this.#shop));
    if (info === this.#shown) return;
    this.#shown = info;
    this.#onChange(info);
  }

  /** Before the first listener joins, who knows the shop as it is now. */
  begin(): void {
    if (!this.#isHeard()) this.#shown = JSON.stringify(shopInfo(this.#shop));
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}
