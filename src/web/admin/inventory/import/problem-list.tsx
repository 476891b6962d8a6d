import { useState } from 'react';
import type { ImportPreview } from '#contract/imports.ts';
import { groupProblems, othersInWords } from '#domain/import-problems.ts';
import { counted, formatCount } from '#domain/text.ts';
import type { ImportRequest } from '../../../api/queries/imports.ts';
import { rowsCsv, saveFile } from '../../../browser/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ShowAll } from '../../../ui/show-all.tsx';
import { HeadCell, Table, TableFrame, TableHead } from '../../../ui/table.tsx';
import { errorToast } from '../../action-toasts.ts';

const SHOWN_AT_FIRST = 20;

interface ProblemListProps {
  preview: ImportPreview;
  request: ImportRequest;
  onChange: (part: Partial<ImportRequest>) => void;
}

/** The rows that can't be used, with what is wrong in which column, and what to do about them. Equal problems are one. */
export const ProblemList = ({ preview: { problems, stats }, request, onChange }: ProblemListProps) => {
  const [showsAll, setAll] = useState(false);
  const ofRows = problems.filter(({ row }) => row !== null);
  if (ofRows.length === 0) return null;
  const groups = groupProblems(ofRows);
  const shown = showsAll ? groups : groups.slice(0, SHOWN_AT_FIRST);
  const rows = new Set(ofRows.map(({ row }) => row)).size;
  const save = () =>
    rowsCsv(
      ['row', 'column', 'problem'],
      ofRows.map(({ row, column, message }) => [row, column, message]),
    ).then(
      (csv) => saveFile('problems.csv', csv),
      () => errorToast('The list could not be saved. Please try again.'),
    );
  return (
    <div className="flex flex-col gap-2">
      <Notice
        tone={request.skipProblems ? 'notice' : 'warning'}
        title={`${counted(stats.refused, 'row')} can't be used`}
        action={
          <Button size="sm" variant="ghost" onClick={() => void save()}>
            Save as CSV
          </Button>
        }
      >
        Correct {stats.refused === 1 ? 'it' : 'them'} in the file and choose it again, or import only the others.
      </Notice>
      <Checkbox
        label={stats.refused === 1 ? 'Skip this row' : `Skip these ${formatCount(stats.refused)} rows`}
        checked={request.skipProblems}
        onChange={({ target }) => onChange({ skipProblems: target.checked })}
      />
      <TableFrame label="Problems" className="max-h-72">
        <Table>
          <TableHead>
            <tr>
              <HeadCell className="w-16">Row</HeadCell>
              <HeadCell className="w-1/4">Column</HeadCell>
              <HeadCell>What is wrong</HeadCell>
            </tr>
          </TableHead>
          <tbody className="align-top">
            {shown.map(({ rows: places, column, message, others }) => (
              <tr key={`${places[0]} ${column} ${message}`} className="[&>*]:border-b [&>*]:border-line">
                <td className="px-3 py-2 text-muted tabular-nums">{places[0]}</td>
                <td className="px-3 py-2 break-words text-text">{column}</td>
                <td className="px-3 py-2 break-words text-text">
                  {message}
                  {places.length > 1 && <p className="text-muted">The same in {othersInWords({ rows: places })}</p>}
                  {others.length > 0 && <p className="text-muted">Also found: {others.join(', ')}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {rows < stats.refused && (
          <p className="text-sm text-muted">{formatCount(stats.refused - rows)} more rows are like these.</p>
        )}
        {groups.length > SHOWN_AT_FIRST && (
          <ShowAll title="Problems" count={groups.length} showsAll={showsAll} onToggle={() => setAll(!showsAll)} />
        )}
      </div>
    </div>
  );
};
