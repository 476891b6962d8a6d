import { CircleCheck, SearchX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ExportOrder } from '../../api/queries/tasks.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useMedia } from '../../ui/use-size.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { tabAddress } from '../panel-links.ts';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { SEARCH_ROOM, SearchField } from './search-field.tsx';

/** The filters of a list: search text, one user, and others by name. An empty value is no filter. */
interface ListFilter {
  q: string;
  user?: string;
  [name: string]: string | undefined;
}

interface AdminListTabProps extends Omit<PagedListProps, 'children' | 'rowClassName' | 'asCards'> {
  filter: ListFilter;
  onFilter: (changes: Record<string, string>) => void;
  searchPlaceholder: string;
  /** The media query from which on there is room for the table. */
  wide: string;
  table: ReactNode;
  /** The rows on a narrow screen. */
  cards: ReactNode;
  /** The height of a card, for the skeleton. */
  cardClassName: string;
  /** The rows as a CSV file. Absent if the role may not export them. */
  exported?: ExportOrder | undefined;
  /** The meaning of an empty result, such as "Nothing left to ship". Without it, nothing matches. */
  done?: string | undefined;
  /** Above the toolbar. */
  children?: ReactNode;
  /** Next to the search, also on a phone. */
  beside?: ReactNode;
  /** Further filters, after the search. */
  controls?: ReactNode;
  /** The order of the rows: after the filters, and on a phone in the row of the buttons. */
  order?: ReactNode;
  /** Further buttons, next to the export. */
  actions?: ReactNode;
}

/** A tab with a list of rows: toolbar, pages, empty states, and a table or cards (behavior 2.6). */
export const AdminListTab = ({
  filter,
  onFilter,
  searchPlaceholder,
  wide,
  table,
  cards,
  cardClassName,
  exported,
  done,
  children,
  beside,
  controls,
  order,
  actions,
  ...list
}: AdminListTabProps) => {
  const isWide = useMedia(wide);
  const isPhone = !useMedia('(min-width: 40rem)');
  const isNarrowed = Object.values(filter).some(Boolean);
  const clear = () => onFilter(Object.fromEntries(Object.keys(filter).map((name) => [name, ''])));
  return (
    <div className="flex flex-col gap-3">
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={`Search ${list.noun}`}
          placeholder={searchPlaceholder}
          value={filter.q}
          onSearch={(q) => onFilter({ q })}
          className={cx('sm:grow sm:basis-72 lg:max-w-md', beside ? SEARCH_ROOM : 'min-w-0 basis-full')}
        />
        {beside}
        {!isPhone && order}
        {controls}
        {filter.user && (
          <Button onClick={() => onFilter({ user: '' })} aria-label={`Only ${filter.user}: show all members`}>
            <span className="max-w-40 truncate">Only {filter.user}</span>
            <X aria-hidden className="size-4" />
          </Button>
        )}
        {/* One row that scrolls on a phone, so that the list begins on the first screen. */}
        <div className="flex gap-2 empty:hidden max-sm:-mx-3 max-sm:basis-[calc(100%+1.5rem)] max-sm:overflow-x-auto max-sm:px-3 max-sm:py-1 max-sm:[scrollbar-width:none] max-sm:[&>*]:flex-1 sm:ml-auto sm:flex-wrap">
          {isPhone && order}
          {actions}
          {exported && <ExportButton order={exported} />}
        </div>
      </div>
      <PagedList
        {...list}
        rowClassName={isWide ? 'h-11' : cardClassName}
        asCards={!isWide}
        empty={isNarrowed ? <NothingFound noun={list.noun} done={done} onClear={clear} /> : list.empty}
      >
        {isWide ? table : cards}
      </PagedList>
    </div>
  );
};

const NothingFound = ({ noun, done, onClear }: { noun: string; done: string | undefined; onClear: () => void }) =>
  done ? (
    <EmptyState
      icon={<CircleCheck />}
      title={done}
      text="You're done here."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link href={tabAddress('overview')} className={buttonClass({ variant: 'primary' })}>
            Back to Overview
          </Link>
          <Button onClick={onClear}>Show all {noun}</Button>
        </div>
      }
    />
  ) : (
    <EmptyState
      icon={<SearchX />}
      title={`No ${noun} match`}
      text="Try other words or fewer filters."
      action={<Button onClick={onClear}>Clear Filters</Button>}
    />
  );
