import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import type { Plugin } from 'vite';

/** The name of the package that a bundled module belongs to. */
const packageOf = (module: string): string | undefined =>
  /(?:.*\/|^)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];

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

/** The style sheets begin with parts of it, which are no modules. */
const IN_STYLES = ['tailwindcss'];

/** A list of the packages that pages and service worker are built from. Both are bundles of their own. */
export const packagesOfPages = () => {
  const names = new Set(IN_STYLES);
  return {
    /** Notes the packages of a bundle. */
    collect: (): Plugin => ({
      name: 'collect-packages',
      apply: 'build',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) {
          // The typeface is a file of its own.
          for (const module of file.type === 'chunk' ? file.moduleIds : file.originalFileNames) {
            const name = packageOf(module);
            if (name !== undefined) names.add(name);
          }
        }
      },
    }),
    /** Writes the list once all bundles are written. It is for the bill of materials of a release, and not served. */
    write: (file: string): Plugin => ({
      name: 'write-packages',
      apply: 'build',
      closeBundle: () => writeFileSync(file, JSON.stringify([...names].sort())),
    }),
  };
};
