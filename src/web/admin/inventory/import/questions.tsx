import { useState } from 'react';
import type { ImportPreview } from '#contract/imports.ts';
import type { ImportMapping } from '#domain/import-mapping.ts';
import { formatPrice } from '#domain/money.ts';
import type { FoundImport, ImportRequest } from '../../../api/queries/imports.ts';
import { useShop } from '../../../api/queries/settings.ts';
import { RadioCards } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { decimalExample } from './typed-mapping.ts';

interface QuestionProps {
  request: ImportRequest;
  onChange: (part: Partial<ImportRequest>) => void;
}

const STACKED = 'max-sm:grid-flow-row';

/** Asks what the prices of the file mean. */
export const PriceQuestion = ({ request: { mapping, mode }, onChange }: QuestionProps) => {
  const { defaultMarkup } = useShop();
  const base =
    mode === 'update' ? 'The markup of each product stays.' : `Members pay ${formatPrice(defaultMarkup)} more.`;
  return (
    <div className="flex flex-col gap-2">
      <p aria-hidden className="text-sm font-medium text-text">
        The prices in the file are
      </p>
      <RadioCards
        label="The prices in the file are"
        value={mapping.price}
        onChange={(price) => onChange({ mapping: { ...mapping, price } })}
        className={STACKED}
        options={[
          { value: 'final', title: 'What members pay', text: 'Rounded up to whole dollars.' },
          { value: 'base', title: 'What I pay', text: base },
        ]}
      />
    </div>
  );
};

const isAsked = (preview: ImportPreview | null): boolean =>
  preview?.problems.some(({ question }) => question === 'decimals') ?? false;

type Decimals = NonNullable<ImportMapping['decimals']>;

/** Shown only if a number of the file can be read in two ways. It stays, so that the choice can be changed. */
export const DecimalsQuestion = ({
  found,
  request: { mapping },
  preview,
  onChange,
}: QuestionProps & { found: FoundImport; preview: ImportPreview | null }) => {
  const [wasAsked, setAsked] = useState(false);
  if (isAsked(preview) && !wasAsked) setAsked(true);
  if (!wasAsked) return null;
  const example = decimalExample(found, mapping);
  const reading = (value: Decimals, general: string) =>
    example ? `“${example.written}” is ${example[value]}` : `As in ${general}`;
  const cards = (
    <RadioCards<Decimals | 'open'>
      label="Decimals"
      value={mapping.decimals ?? 'open'}
      onChange={(decimals) => decimals !== 'open' && onChange({ mapping: { ...mapping, decimals } })}
      className={STACKED}
      options={[
        { value: 'point', title: 'Point', text: reading('point', '1,234.56') },
        { value: 'comma', title: 'Comma', text: reading('comma', '1.234,56') },
      ]}
    />
  );
  if (mapping.decimals !== null)
    return (
      <div className="flex flex-col gap-2">
        {DECIMALS}
        {cards}
      </div>
    );
  return (
    <Notice tone="warning" title="Some numbers can be read in two ways">
      <div className="flex flex-col gap-2">
        {DECIMALS}
        {cards}
      </div>
    </Notice>
  );
};

const DECIMALS = (
  <p aria-hidden className="text-sm text-text">
    What separates the decimals in this file?
  </p>
);

/** Asks what to do with the products, and in an update what the stock of the file means. */
export const ModeQuestion = ({ request: { mapping, mode }, onChange }: QuestionProps) => (
  <>
    <RadioCards
      label="What happens"
      value={mode}
      onChange={(next) => onChange({ mode: next })}
      className={STACKED}
      options={[
        { value: 'add', title: 'Add new products', text: 'Products that the shop has stay as they are.' },
        {
          value: 'update',
          title: 'Update products',
          text: 'Found by id, or else by name and size. Blank cells change nothing. Nothing is added.',
        },
        { value: 'replace', title: 'Replace the inventory', text: 'Only what is in the file stays in the shop.' },
      ]}
    />
    {mode === 'update' && mapping.fields.includes('qty') && (
      <div className="flex flex-col gap-2">
        <p aria-hidden className="text-sm font-medium text-text">
          The stock in the file is
        </p>
        <RadioCards
          label="The stock in the file is"
          value={mapping.quantity}
          onChange={(quantity) => onChange({ mapping: { ...mapping, quantity } })}
          className={STACKED}
          options={[
            { value: 'set', title: 'All there is', text: 'As after a count.' },
            { value: 'add', title: 'What came in', text: 'It is added to what is there, as after a delivery.' },
          ]}
        />
      </div>
    )}
    {mode === 'replace' && (
      <Notice tone="danger" title="This erases and replaces the whole inventory">
        Products that are not in the file are removed, and rows without stock are left out. What you set in the shop is
        lost, In-House products are hidden, and auto sync is turned off. You can undo it.
      </Notice>
    )}
  </>
);
