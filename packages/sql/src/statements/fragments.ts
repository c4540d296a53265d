import { PerDialect, raw, sql } from './sql.ts'

/** After a column: it is one of these values. */
export function isIn(values: readonly (string | number)[]): PerDialect {
  return new PerDialect({
    sqlite: sql`IN (SELECT value FROM json_each(${values}))`,
    postgres: sql`= ANY (${values})`,
  })
}

/** At the end of a `SELECT`: locks its rows until the transaction ends. SQLite has one writer at a time. */
export const FOR_UPDATE: PerDialect = new PerDialect({ sqlite: raw(''), postgres: raw('FOR UPDATE') })
