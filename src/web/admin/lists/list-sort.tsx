import { Select } from '../../ui/select.tsx';

/** A column that sorts: the direction of the first press on its head, and the orders of that press and the next one. */
type ColumnOrders<Sort> = readonly [first: 'asc' | 'desc', Sort, Sort];

/** The orders that a list has. */
export interface ListSort<Sort extends string, Column extends string> {
  /** The order of an address that names none. */
  usual: Sort;
  labels: Readonly<Record<Sort, string>>;
  columns: Readonly<Record<Column, ColumnOrders<Sort>>>;
}

type Labeled<Sort extends string> = Pick<ListSort<Sort, string>, 'usual' | 'labels'>;

/** The order in an address. An unknown one is the usual order. */
export const readSort = <Sort extends string>({ usual, labels }: Labeled<Sort>, value: string): Sort =>
  Object.hasOwn(labels, value) ? (value as Sort) : usual;

/** An order as an address names it: the usual one not at all. */
export const writeSort = <Sort extends string>({ usual }: Labeled<Sort>, sort: Sort): string =>
  sort === usual ? '' : sort;

/** How a list is sorted by a column, and what a press on its head does. For `HeadCell`. */
export const columnSort =
  <Sort extends string, Column extends string>(
    { columns }: ListSort<Sort, Column>,
    sort: Sort,
    onSort: (sort: Sort) => void,
  ) =>
  (column: Column) => {
    const [direction, first, second] = columns[column];
    const turned = direction === 'asc' ? ('desc' as const) : ('asc' as const);
    return {
      sorted: sort === first ? direction : sort === second && turned,
      onSort: () => onSort(sort === first ? second : first),
    };
  };

interface SortSelectProps<Sort extends string> {
  orders: Labeled<Sort>;
  sort: Sort;
  onSort: (sort: Sort) => void;
  className: string;
}

/** All orders of a list by their names. On a phone, which has no column heads, nothing else sorts. */
export const SortSelect = <Sort extends string>({ orders, sort, onSort, className }: SortSelectProps<Sort>) => (
  <Select
    label="Sort"
    hideLabel
    value={sort}
    onChange={({ target }) => onSort(readSort(orders, target.value))}
    options={Object.entries<string>(orders.labels).map(([value, label]) => ({ value, label }))}
    className={className}
  />
);
