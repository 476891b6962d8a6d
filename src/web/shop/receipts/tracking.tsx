import { CopyButton } from '../../ui/copy-button.tsx';

const isLink = (tracking: string): boolean => /^https?:\/\/\S+$/.test(tracking);

/** How the parcel can be followed: a number to copy, or a link (behavior 7.10). */
export const Tracking = ({ tracking }: { tracking: string }) => (
  <p className="flex items-center gap-2 rounded-control border border-line bg-well py-1 pr-1 pl-3.5">
    <span className="min-w-0 flex-1">
      <span className="mr-2 text-sm text-muted">Tracking</span>
      {isLink(tracking) ? (
        <a href={tracking} target="_blank" rel="noopener noreferrer" className="link break-all">
          {tracking}
        </a>
      ) : (
        <span className="font-mono break-all text-text">{tracking}</span>
      )}
    </span>
    <CopyButton value={tracking} label="Copy the tracking number" iconOnly />
  </p>
);
