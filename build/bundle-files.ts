import type { Rolldown } from 'vite';

/**
 * The names of all files that can be reached in a bundle.
 *
 * @param names the files to begin with; the result contains them too
 * @param next the files that a chunk leads to
 */
export const reachableFiles = (
  bundle: Rolldown.OutputBundle,
  names: readonly string[],
  next: (chunk: Rolldown.OutputChunk) => Iterable<string>,
): string[] => {
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = bundle[name];
    if (found.has(name) || !file) return;
    found.add(name);
    if (file.type === 'chunk') for (const following of next(file)) visit(following);
  };
  names.forEach(visit);
  return [...found];
};
