import { SearchX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The filters leave nothing: says so, and takes them away. */
export const NothingFound = ({ noun, onClear }: { noun: string; onClear: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title={`No ${noun} match`}
    text="Try other words or fewer filters."
    action={<Button onClick={onClear}>Clear Filters</Button>}
  />
);
