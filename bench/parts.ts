import { cart } from './cart.ts';
import { catalogue } from './catalogue.ts';
import { confirm } from './confirm.ts';
import { login } from './login.ts';
import { overview } from './overview.ts';
import { panel } from './panel.ts';
import type { Part } from './part.ts';
import { start } from './start.ts';
import { storefront } from './storefront.ts';
import { upload } from './upload.ts';

/** The parts of `npm run bench`, in this order. */
export const PARTS: readonly Part[] = [start, catalogue, cart, confirm, login, upload, storefront, panel, overview];
