import { isBuiltin } from 'node:module';
import type { Plugin } from 'vite';

/** The name of the package that a bundled module belongs to. */
const packageOf = (module: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];

/** The name of the package that an import from outside of the bundle leads to. */
const importedPackage = (name: string): string | undefined =>
  isBuiltin(name) ? undefined : /^(?:@[^/.]+\/)?[^/.@][^/]*/.exec(name)?.[0];

/**
 * Writes packages.json: the names of all packages that the server was built from or imports. A release has these and what
 * they depend on.
 */
export const listPackages = (): Plugin => ({
  name: 'list-packages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const names = new Set<string | undefined>();
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      for (const module of file.moduleIds) names.add(packageOf(module));
      for (const name of [...file.imports, ...file.dynamicImports]) if (!bundle[name]) names.add(importedPackage(name));
    }
    names.delete(undefined);
    this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify([...names].sort()) });
  },
});
