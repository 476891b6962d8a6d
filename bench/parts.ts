import { cart } from './cart.ts';
import { catalogue } from './catalogue.ts';
import { changes } from './changes.ts';
import { confirm } from './confirm.ts';
import { costs } from './costs.ts';
import { growth } from './growth.ts';
import { imports } from './imports.ts';
import { login } from './login.ts';
import { memory } from './memory.ts';
import { overview } from './overview.ts';
import { panel } from './panel.ts';
import type { Part } from './part.ts';
import { start } from './start.ts';
import { storefront } from './storefront.ts';
import { streams } from './streams.ts';
import { sync } from './sync.ts';
import { twoProcesses } from './two-processes.ts';
import { upload } from './upload.ts';

/** The parts of `npm run bench`, in this order. */
export const PARTS: readonly Part[] = [
  start,
  memory,
  catalogue,
  cart,
  confirm,
  login,
  upload,
  imports,
  sync,
  changes,
  streams,
  twoProcesses,
  costs,
  storefront,
  panel,
  overview,
  growth,
];
