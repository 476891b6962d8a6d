import { foldName } from '#domain/typed-text.ts';

/** A category is a box with a label. Inside are all names under which items came to it. A merged one is in another box. */
interface Box {
  names: Set<string>;
  label: string;
  within: Box | null;
}

export type CategoryAct =
  | { do: 'rename'; name: string; to: string }
  | { do: 'merge'; name: string; into: string }
  | { do: 'unmerge'; name: string };

/** The change of a box, for Undo. */
export type BoxChange =
  | { box: Box; label: { from: string; to: string } }
  | { box: Box; within: { from: Box | null; to: Box | null } };

const leadsTo = (from: Box | null, box: Box): boolean => {
  for (let at = from; at; at = at.within) if (at === box) return true;
  return false;
};

/** The rules of categories in plain words (behavior 9.24). */
export class CategoryModel {
  #boxes: Box[] = [];

  #find(name: string): Box | undefined {
    const folded = foldName(name);
    return (
      this.#boxes.find(({ names }) => names.has(folded)) ?? this.#boxes.find(({ label }) => foldName(label) === folded)
    );
  }

  /** An item gets this name as its category. The name leads there for good. */
  write(name: string): void {
    const box = this.#find(name);
    if (box) box.names.add(foldName(name));
    else this.#boxes.push({ names: new Set([foldName(name)]), label: name, within: null });
  }

  /** The name that people see. */
  shown(name: string | null): string | null {
    if (name === null) return null;
    let box = this.#find(name);
    while (box?.within) box = box.within;
    return box?.label ?? name;
  }

  #isFree(label: string, box: Box): boolean {
    const owner = this.#find(label);
    return !owner || owner === box;
  }

  /** Returns what it changes, null if that is nothing, or "refused". */
  plan(act: CategoryAct): BoxChange | null | 'refused' {
    const box = this.#find(act.name);
    if (!box || (box.within && act.do !== 'unmerge')) return 'refused';
    if (act.do === 'unmerge') return box.within && { box, within: { from: box.within, to: null } };
    if (act.do === 'rename') {
      if (!this.#isFree(act.to, box)) return 'refused';
      return box.label === act.to ? null : { box, label: { from: box.label, to: act.to } };
    }
    const into = this.#find(act.into);
    return !into || leadsTo(into, box) ? 'refused' : { box, within: { from: null, to: into } };
  }

  /** Returns what undoing a change does; null if somebody has changed it since, or if it is no longer possible. */
  planUndo(change: BoxChange): BoxChange | null {
    const { box } = change;
    if ('label' in change) {
      const { from, to } = change.label;
      return box.label === to && this.#isFree(from, box) ? { box, label: { from: to, to: from } } : null;
    }
    const { from, to } = change.within;
    return box.within === to && !leadsTo(from, box) ? { box, within: { from: to, to: from } } : null;
  }

  apply(change: BoxChange): void {
    if ('label' in change) change.box.label = change.label.to;
    else change.box.within = change.within.to;
  }
}
