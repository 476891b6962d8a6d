import type { ColumnType } from 'kysely';

export type Flag = 0 | 1;
/** Set at insert and never updated. */
export type Fixed<T> = ColumnType<T, T, never>;
