import type { ESTree, Plugin } from 'vite';

const CONTRACT = /\/src\/contract\/[^/]+\.ts$/;
/** What only the server and the OpenAPI document read of an endpoint. */
const OF_THE_SERVER = ['summary', 'params', 'query', 'input', 'output', 'errors'];

/** The fields of an endpoint that go. */
const cutsOf = ({ properties, end }: ESTree.ObjectExpression) =>
  properties.flatMap((property, at) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    if (!OF_THE_SERVER.includes(property.key.name)) return [];
    return [{ from: property.start, to: properties[at + 1]?.start ?? end - 1, text: '' }];
  });

/**
 * Leaves the schemas of endpoints out of the pages: a page needs method, path and access to make a call, and the server
 * checks what it sends. Forms name the schemas that they need. All that a file of the contract declares is marked as free of
 * side effects, so that what nobody uses any more goes too.
 */
export const slimContract = (): Plugin => ({
  name: 'slim-contract',
  apply: 'build',
  transform: {
    filter: { id: CONTRACT },
    // After TypeScript has become JavaScript.
    order: 'post',
    handler(code) {
      const edits: { from: number; to: number; text: string }[] = [];
      const visit = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return;
        const { type } = node as { type?: string };
        if (type?.includes('Function')) return;
        if (type === 'CallExpression') {
          const { start, callee, arguments: given } = node as ESTree.CallExpression;
          const [definition] = given;
          if (callee.type === 'Identifier' && callee.name === 'endpoint' && definition?.type === 'ObjectExpression') {
            // What endpoint() adds is for the server too. The object itself remains.
            edits.push({ from: callee.start, to: callee.end, text: '' }, ...cutsOf(definition));
            return;
          }
          if (edits.at(-1)?.from !== start) edits.push({ from: start, to: start, text: '/* @__PURE__ */ ' });
        }
        Object.values(node).forEach(visit);
      };
      visit(this.parse(code).body);
      const slim = edits.reduceRight((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), code);
      return { code: slim, map: null, moduleSideEffects: false };
    },
  },
});
