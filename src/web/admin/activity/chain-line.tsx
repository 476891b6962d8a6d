import { ShieldCheck } from 'lucide-react';
import type { AuditChain } from '#contract/audit.ts';
import { counted } from '#domain/text.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** How much of a hash is shown. The whole one can be copied. */
const SHOWN_CHARACTERS = 12;

/** One line about the chain as a whole (behavior 3.14). */
export const ChainLine = ({ chain }: { chain: AuditChain }) => {
  const { entries, lastHash, waiting, checked } = chain;
  if (checked && checked.problem !== null) {
    return (
      <Notice tone="danger" alert title={`Entry ${checked.problem} does not fit the one before it`}>
        Somebody has changed the evidence in the database. Keep a copy of it, and run "npm run shop -- check".
      </Notice>
    );
  }
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-2 text-sm text-muted sm:flex sm:items-center">
      <ShieldCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-good-text sm:mt-0" />
      <p>
        <span className="font-medium text-text">
          {checked ? 'No entry has been altered' : 'The entries were not checked yet'}
        </span>
        {checked && ` (${checkText(chain)})`} · {counted(entries, 'entry', 'entries')}
        {waiting > 0 && `, ${waiting} waiting`}
      </p>
      {lastHash !== '' && (
        <p className="flex items-center gap-1 max-sm:col-start-2">
          Last hash <span className="font-mono text-xs text-text">{lastHash.slice(0, SHOWN_CHARACTERS)}…</span>
          <CopyButton value={lastHash} label="Copy the last hash" iconOnly />
        </p>
      )}
    </div>
  );
};

/** "last check 4:02 AM", with how far if entries came later. */
const checkText = ({ entries, checked }: AuditChain): string => {
  const time = formatRecentTime(Date.parse(checked!.at), shopNow());
  return `last check ${time}${checked!.entries < entries ? `, up to entry ${checked!.entries}` : ''}`;
};
