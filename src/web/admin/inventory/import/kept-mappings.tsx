import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, ChevronDown, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { MAPPING_NAME } from '#contract/imports.ts';
import { foldName } from '#domain/typed-text.ts';
import {
  deleteMapping,
  type FoundImport,
  type ImportRequest,
  importMappingsQuery,
  type KeptMapping,
  keepMapping,
} from '../../../api/queries/imports.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { failureToast } from '../../action-toasts.ts';
import { mappingFor } from './typed-mapping.ts';

interface KeptMappingsProps {
  found: FoundImport;
  request: ImportRequest;
  onChange: (part: Partial<ImportRequest>) => void;
}

/** Column mappings of files, kept by name for the next file of the same kind. */
export const KeptMappings = ({ found, request: { mapping }, onChange }: KeptMappingsProps) => {
  const queryClient = useQueryClient();
  const { data: kept = [] } = useQuery(importMappingsQuery);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const id = useId();
  const all = kept.map((each) => ({ ...each, use: mappingFor(each, found) }));
  const fitting = all.filter(({ use }) => use !== null);
  const others = all.filter(({ use }) => use === null);

  const keep = async (each: KeptMapping) => {
    try {
      await keepMapping(queryClient, each);
      toast({ title: `“${each.name}” is kept`, kind: 'success' });
      setName('');
    } catch (error) {
      failureToast(error, 'Failed to keep the mapping');
    }
  };
  const remove = async (each: KeptMapping) => {
    try {
      await deleteMapping(queryClient, each.name);
      toast({
        title: `“${each.name}” deleted`,
        kind: 'success',
        action: { label: 'Undo', onSelect: () => void keep(each) },
      });
    } catch (error) {
      failureToast(error, 'Failed to delete the mapping');
    }
  };
  const press = useOneAtATime(keep);
  const isCurrent = (used: ImportRequest['mapping']) => JSON.stringify(used) === JSON.stringify(mapping);
  const isKept = kept.some((each) => foldName(each.name) === foldName(name));
  return (
    <div className="flex flex-col gap-3">
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-ml-3 self-start"
      >
        <Bookmark aria-hidden className="size-4" />
        {fitting.length > 0 ? `Kept mappings (${fitting.length})` : 'Keep this for the next file'}
        <ChevronDown aria-hidden className={cx('size-4', isOpen && 'rotate-180')} />
      </Button>
      {isOpen && (
        <div id={id} className="flex flex-col gap-3 rounded-card border border-line p-3">
          {kept.length > 0 && (
            <ul aria-label="Kept mappings" className="divide-y divide-line">
              {[...fitting, ...others].map(({ use, ...each }) => (
                <li key={each.name} className="flex min-h-11 items-center gap-2 py-1">
                  <span className="flex min-w-0 flex-1 flex-col text-sm">
                    <span className="truncate text-text">{each.name}</span>
                    {use !== null && use.missing.length > 0 && (
                      <span className="break-words text-warning-text">
                        Not in this file: {use.missing.map((column) => `“${column}”`).join(', ')}
                      </span>
                    )}
                  </span>
                  {use === null ? (
                    <span className="text-sm text-muted">Made for other columns</span>
                  ) : isCurrent(use.mapping) ? (
                    <span className="text-sm text-good-text">In use</span>
                  ) : (
                    <Button
                      size="sm"
                      aria-label={`Use ${each.name}`}
                      onClick={() => onChange({ mapping: use.mapping })}
                    >
                      Use
                    </Button>
                  )}
                  <IconButton size="sm" label={`Delete ${each.name}`} onClick={() => void remove(each)}>
                    <Trash2 aria-hidden />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          <form
            noValidate
            className="flex flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              const columns = found.columns.map((column) => column.name);
              if (name.trim() !== '') press({ name: name.trim(), mapping, columns });
            }}
          >
            <TextField
              label="Name of this mapping"
              className="min-w-40 flex-1"
              maxLength={MAPPING_NAME}
              value={name}
              onChange={({ target }) => setName(target.value)}
              hint={isKept ? 'This replaces the one of this name.' : undefined}
            />
            <Button type="submit" disabled={name.trim() === ''}>
              Keep
            </Button>
          </form>
        </div>
      )}
    </div>
  );
};
