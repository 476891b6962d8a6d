/*
 * React changes and removes the texts that it has made. Translators of browsers put other nodes in their place, and
 * extensions move what they like. React would then change a text that nobody sees, or throw, and the page would be gone
 * (behavior 11.13). So a text that React touches comes back to its place first; a translator then translates it again.
 */

/** Nodes that something else took out of the page, and those that stand there instead. */
interface Swap {
  removed: ChildNode[];
  added: ChildNode[];
}

const swaps = new WeakMap<Node, Swap>();

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

/** What was put in the place of a text that was removed in a step of its own. */
const standsFor = (removal: MutationRecord, records: readonly MutationRecord[]): ChildNode[] => {
  const [text] = removal.removedNodes;
  const isHere = ({ target, addedNodes, previousSibling, nextSibling }: MutationRecord) =>
    target === removal.target &&
    addedNodes.length > 0 &&
    (nextSibling === text ||
      previousSibling === text ||
      (previousSibling === removal.previousSibling && nextSibling === removal.nextSibling));
  return [...(records.find(isHere)?.addedNodes ?? [])] as ChildNode[];
};

/** Notes which nodes were replaced. React itself never replaces a text that it uses again. */
const noteSwaps = (records: readonly MutationRecord[]): void => {
  for (const record of records) {
    const removed = [...record.removedNodes].filter((node) => !node.parentNode) as ChildNode[];
    if (removed.length === 0) continue;
    const replacing = [...record.addedNodes] as ChildNode[];
    const added = replacing.length > 0 || !removed.every(isText) ? replacing : standsFor(record, records);
    if (added.length > 0) for (const node of removed) swaps.set(node, { removed, added });
  }
};

/** Puts a node back whose place something else has taken. */
const bringBack = (node: Node): void => {
  const swap = node.parentNode ? undefined : swaps.get(node);
  if (!swap) return;
  for (const one of swap.removed) swaps.delete(one);
  // A translator may have replaced its own nodes since.
  for (const one of swap.added) bringBack(one);
  swap.added.find(({ parentNode }) => parentNode)?.before(...swap.removed.filter(({ parentNode }) => !parentNode));
  for (const one of swap.added) one.remove();
};

/** Lets React work on a page in which translators and extensions move nodes. Called once, before the first rendering. */
export const bringMovedNodesBack = (): void => {
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;

  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      if (child.parentNode !== this) bringBack(child);
      if (child.parentNode === this) return removeChild.call(this, child);
      // It was put into something else, or taken away.
      if (this.contains(child)) child.parentNode?.removeChild(child);
      return child;
    },
    insertBefore(this: Node, child: Node, next: Node | null) {
      bringBack(child);
      if (next && next.parentNode !== this) bringBack(next);
      let place = next;
      while (place && place.parentNode !== this) place = place.parentNode;
      return insertBefore.call(this, child, place);
    },
    appendChild(this: Node, child: Node) {
      bringBack(child);
      return appendChild.call(this, child);
    },
  });
  Object.defineProperty(Node.prototype, 'nodeValue', {
    configurable: true,
    enumerable: true,
    get,
    set(this: Node, value: string | null) {
      bringBack(this);
      set!.call(this, value);
    },
  });
  new MutationObserver(noteSwaps).observe(document.body, { childList: true, subtree: true });
};
