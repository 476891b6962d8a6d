import type { Rolldown } from 'vite';

const LIST = ['/src/web/shop/shop.tsx'];
const PANEL = ['/src/web/admin/admin-panel.tsx'];
/** The package's index of all icons, and an icon. */
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;

type Modules = Rolldown.ChunkingContext;

/** The names that a module imports from a package's index of icons. */
const iconNamesIn = (code: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, names]) =>
    names!.split(',').map((name) => name.trim().split(' ')[0]!),
  );

/** The part of a file's path that the index gives for each name. */
const iconFiles = (index: string): Map<string, string> =>
  new Map(
    [...index.matchAll(/export \{([^}]+)\} from '\.(\/icons\/[^']+)'/g)].flatMap(([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [name!, file!] as const),
    ),
  );

/** All that some modules import, in any depth. With `later`, also what is loaded later. */
const closureOf = (ends: readonly string[], modules: Modules, { later }: { later: boolean }): Set<string> => {
  const found = new Set<string>();
  const names = new Set<string>();
  let icons = '';
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    const module = modules.getModuleInfo(id);
    if (!module) return;
    if (ICONS.test(id)) {
      // It imports every icon that there is.
      icons = module.code ?? '';
      return;
    }
    for (const name of iconNamesIn(module.code ?? '')) names.add(name);
    module.importedIds.forEach(visit);
    if (later) module.dynamicallyImportedIds.forEach(visit);
  };
  for (const end of ends) visit(process.cwd() + end);
  const files = iconFiles(icons);
  for (const name of names) found.add(files.get(name) ?? name);
  return found;
};

/**
 * Names the file of each module that the list needs: one with what the panel needs too, or one with the rest. Two large
 * files are smaller than many, because compression finds more that repeats.
 */
export const listChunks = () => {
  let list: Set<string> | undefined;
  let panel: Set<string> | undefined;
  return (id: string, modules: Modules): string | null => {
    list ??= closureOf(LIST, modules, { later: false });
    panel ??= closureOf(PANEL, modules, { later: true });
    const key = ICON.test(id) ? id.slice(id.indexOf('/icons/')) : id;
    if (!list.has(key)) return null;
    return panel.has(key) ? 'common' : 'shop';
  };
};
