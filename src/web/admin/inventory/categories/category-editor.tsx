import { type FormEvent, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { MOST_CATEGORY_CHARACTERS } from '#contract/categories.ts';
import { CATEGORY_KINDS } from '#domain/category-kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CategoryColor } from './category-color.tsx';
import { isFixed, KIND_WORDS } from './category-words.ts';
import type { CategoryChanges, Refusal } from './use-category-changes.ts';

interface CategoryEditorProps {
  category: Category;
  others: readonly string[];
  changes: CategoryChanges;
  /** It goes on under another name. */
  onRenamed: (name: string) => void;
}

const UNKNOWN_KIND = 'unknown';

/** Everything about one category. Each control saves at once, with Undo. */
export const CategoryEditor = ({ category, others, changes, onRenamed }: CategoryEditorProps) => {
  const { name, kind, hue, hidden } = category;
  const fixed = isFixed(category);
  const { change } = changes;
  return (
    <div className="grid gap-x-6 gap-y-5 border-t border-line px-3 pt-4 pb-5 sm:grid-cols-2 sm:px-4">
      {fixed ? (
        <p className="text-sm text-muted sm:col-span-2">
          Everything you make is here. Its name and place are fixed, and limits count each product by its own category.
        </p>
      ) : (
        <>
          <NameForm {...{ name, changes, onRenamed }} />
          <MergeForm {...{ name, others, changes }} />
        </>
      )}
      {!fixed && (
        <Select
          label="Kind"
          hint="Decides which purchase limits count it, also for orders of before."
          value={kind ?? UNKNOWN_KIND}
          onChange={({ target }) => {
            const wanted = CATEGORY_KINDS.find((each) => each === target.value) ?? null;
            void change(name, { kind: wanted }, `Kind of "${name}" changed`);
          }}
          options={[
            { value: UNKNOWN_KIND, label: 'Unknown' },
            ...CATEGORY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
          ]}
        />
      )}
      <CategoryColor
        hue={hue}
        onChange={(wanted) => void change(name, { hue: wanted }, `Color of "${name}" changed`)}
      />
      <div className="sm:col-span-2">
        <Switch
          label="Hidden"
          checked={hidden}
          onChange={({ target }) =>
            void change(
              name,
              { hidden: target.checked },
              target.checked ? `"${name}" is hidden from members` : `Members see "${name}" again`,
            )
          }
        />
        <p className="text-sm text-muted">
          Members see neither a hidden category nor its products: not in the list, the search, favorites or carts.
        </p>
      </div>
    </div>
  );
};

interface FormProps {
  name: string;
  changes: CategoryChanges;
}

const NameForm = ({ name, changes, onRenamed }: FormProps & { onRenamed: (name: string) => void }) => {
  const [typed, setTyped] = useState(name);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const wanted = typed.trim();

  const rename = async (event: FormEvent) => {
    event.preventDefault();
    if (changes.busy) return;
    if (wanted === '') return setRefusal({ message: 'A category needs a name.', taken: null });
    const refused = await changes.change(name, { name: wanted }, `"${name}" renamed to "${wanted}"`);
    setRefusal(refused);
    if (!refused) onRenamed(wanted.replace(/\s+/g, ' '));
  };
  const merge = async (into: string) =>
    setRefusal(await changes.change(name, { mergeInto: into }, `"${name}" merged into "${into}"`));

  return (
    <form noValidate onSubmit={(event) => void rename(event)} className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <TextField
          label="Name"
          value={typed}
          maxLength={MOST_CATEGORY_CHARACTERS}
          autoComplete="off"
          error={refusal?.message}
          onChange={({ target }) => {
            setRefusal(null);
            setTyped(target.value);
          }}
          className="min-w-0 flex-1"
        />
        <Button type="submit" disabled={wanted === name} className="mt-6.5">
          Rename
        </Button>
      </div>
      {refusal?.taken != null && (
        <Button size="sm" onClick={() => void merge(refusal.taken!)} className="self-start">
          Merge into {refusal.taken}
        </Button>
      )}
    </form>
  );
};

const NOTHING = 'no-category';

const MergeForm = ({ name, others, changes }: FormProps & { others: readonly string[] }) => {
  const [into, setInto] = useState(NOTHING);
  const targets = others.filter((other) => !isFixed({ name: other }));
  return (
    <div className="flex items-start gap-2">
      <Select
        label="Merge into"
        value={into}
        onChange={({ target }) => setInto(target.value)}
        options={[{ value: NOTHING, label: 'Choose…' }, ...targets.map((value) => ({ value, label: value }))]}
        className="min-w-0 flex-1"
      />
      <Button
        disabled={into === NOTHING || changes.busy}
        onClick={() => void changes.change(name, { mergeInto: into }, `"${name}" merged into "${into}"`)}
        className="mt-6.5"
      >
        Merge
      </Button>
    </div>
  );
};
