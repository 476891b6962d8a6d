import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { AdminItem } from '#contract/inventory.ts';
import { ageOfTest, hasExpired } from '#domain/lab-result.ts';
import { localDay } from '../../../browser/dates.ts';
import { shopNow } from '../../../browser/shop-clock.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { panelLinks } from '../../panel-links.ts';
import { useMay } from '../../panel-role.ts';
import { FeedLine } from './feed-line.tsx';
import { bind, type FieldsProps, lineOf } from './item-fields.tsx';
import { LabFile, NewLabFile } from './lab-file.tsx';

/** A link in a line of text, with room for a finger. */
export const inText =
  'link relative pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3 pointer-coarse:after:content-[""]';

/** The batch, and for those who may read orders the way to its recall list. */
export const RecallLink = ({ batch }: { batch: string | null }) => {
  const maySeeOrders = useMay('orders.read');
  if (batch === null || !maySeeOrders) return null;
  return (
    <Link href={panelLinks.recall(batch)} className={inText}>
      Recall list
    </Link>
  );
};

/** How old a result is, and whether it still holds. */
export const LabAge = ({ lab }: { lab: NonNullable<AdminItem['lab']> }) => {
  const today = localDay(shopNow());
  const age = ageOfTest(lab.tested, today);
  return (
    <>
      {age && <span className="text-muted">{age}</span>}
      {hasExpired(lab, today) && <Badge tone="danger">Expired</Badge>}
    </>
  );
};

interface LabFieldsProps extends FieldsProps {
  /** The lab file of a new item. */
  newFile?: Parameters<typeof NewLabFile>[0];
  /** The item begins here. */
  takesFocus?: boolean;
}

/** The batch and its lab result. */
export const LabFields = ({ newFile, takesFocus = false, ...props }: LabFieldsProps) => {
  const { form, item } = props;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    first.current?.focus();
    first.current?.scrollIntoView({ block: 'center' });
  }, [takesFocus]);
  return (
    <>
      <FeedLine {...lineOf(props, 'batch')}>
        <TextField
          label="Batch"
          autoComplete="off"
          aside={item && <RecallLink batch={item.batch} />}
          {...bind(form, 'batch')}
        />
      </FeedLine>
      <FeedLine {...lineOf(props, 'lab')}>
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            ref={first}
            label="Tested"
            type="date"
            data-autofocus={takesFocus || undefined}
            {...bind(form, 'tested')}
          />
          <TextField label="Expires" type="date" {...bind(form, 'expires')} />
          <TextField label="THC" autoComplete="off" placeholder="22.9 %" {...bind(form, 'thc')} />
          <TextField label="CBD" autoComplete="off" {...bind(form, 'cbd')} />
        </div>
        {item && !item.lab && <p className="text-sm text-muted">The file can be uploaded once the result is saved.</p>}
        {item?.lab && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <LabAge lab={item.lab} />
            {item.lab.url && (
              <a href={item.lab.url} target="_blank" rel="noreferrer" className={inText}>
                Open the file
              </a>
            )}
          </p>
        )}
        {item?.lab && <LabFile item={item} />}
        {newFile && <NewLabFile {...newFile} />}
      </FeedLine>
    </>
  );
};
