import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package, both for the sources and for the build. */
export const packageRoot = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
})();
