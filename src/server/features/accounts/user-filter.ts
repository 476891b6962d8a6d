import { type Expression, type SqlBool, sql } from 'kysely';

/** The filter `?user` of admin lists: a user's id, or the name ignoring case. */
export const ofUser = (user: string): Expression<SqlBool> =>
  sql<SqlBool>`(users.id = ${user} or lower(users.username) = lower(${user}))`;
