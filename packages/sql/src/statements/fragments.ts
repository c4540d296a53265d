import type { ProjectId, ReportPeriod } from '@docent/core/plugin'
import { PerDialect, raw, Sql, type SqlValue, sql, when } from './sql.ts'

/** After a column: it is one of these values. */
export function isIn(values: readonly (string | number)[]): PerDialect {
  return new PerDialect({
    sqlite: sql`IN (SELECT value FROM json_each(${values}))`,
    postgres: sql`= ANY (${values})`,
  })
}

type Column = 'text' | 'bigint'

/**
 * In a `FROM`: rows with these columns, under the name `given`.
 * @param columns the name and the type of each, our own
 */
export function given<Name extends string>(
  columns: Readonly<Record<Name, Column>>,
  rows: readonly Readonly<Record<Name, SqlValue>>[],
): PerDialect {
  const names = Object.entries<Column>(columns)
  const json = JSON.stringify(rows)
  const picked = names.map(([name]) => `value ->> '$.${name}' AS ${name}`).join(', ')
  const typed = names.map(([name, type]) => `${name} ${type}`).join(', ')
  return new PerDialect({
    sqlite: sql`(SELECT ${raw(picked)} FROM json_each(${json})) AS given`,
    postgres: sql`json_to_recordset(${json}::json) AS given(${raw(typed)})`,
  })
}

/** The texts between values, by what they say: a statement is spelled once for each. */
const shapes = new Map<string, readonly string[]>()

function shaped(key: string, values: readonly (SqlValue | Sql)[], make: () => readonly string[]): Sql {
  let strings = shapes.get(key)
  if (!strings) {
    strings = make()
    shapes.set(key, strings)
  }
  return new Sql(strings, values)
}

type Rows = readonly Readonly<Record<string, SqlValue | Sql>>[]

/** After `INSERT INTO` and a table: the columns, our own names, and the values of each row. */
export function columns(...rows: Rows): Sql {
  return insertion('', rows, '')
}

/**
 * A whole statement that inserts rows; it is spelled once when its values are no expressions.
 * @param end what stands behind the values, as `table` our own
 */
export function insertInto<Row = unknown>(table: string, rows: Rows, end = ''): Sql<Row> {
  return insertion(`INSERT INTO ${table} `, rows, ` ${end}`) as Sql<Row>
}

function insertion(start: string, rows: Rows, end: string): Sql {
  const names = Object.keys(rows[0] ?? {})
  const values = rows.flatMap((row) => Object.values(row))
  const titles = names.join(', ')
  return shaped(`${start}${rows.length} ${titles}${end}`, values, () => [
    `${start}(${titles}) VALUES (`,
    ...values.slice(1).map((_, index) => ((index + 1) % names.length === 0 ? '), (' : ', ')),
    `)${end}`,
  ])
}

/** After `SET`: each column, our own name, with its value. */
export function assignments(row: Readonly<Record<string, SqlValue>>): Sql {
  const names = Object.keys(row)
  return shaped(names.join(' = '), Object.values(row), () => [
    ...names.map((name, index) => `${index === 0 ? '' : ', '}${name} = `),
    '',
  ])
}

/** The values of a column, our own name, as an array in JSON; null or empty without rows. */
export function asArray(column: string): PerDialect {
  return new PerDialect({
    sqlite: raw(`json_group_array(${column})`),
    postgres: raw(`json_agg(${column})::text`),
  })
}

/** The text in the column holds this one. */
export function holds(column: string, text: string): PerDialect {
  return new PerDialect({
    sqlite: sql`instr(${raw(column)}, ${text}) > 0`,
    postgres: sql`strpos(${raw(column)}, ${text}) > 0`,
  })
}

/** Parts with commas between them. */
export function list(parts: readonly Sql[]): Sql {
  return new Sql(['', ...parts.slice(1).map(() => ', '), ''], parts)
}

/** A part for each of them, one after another. */
export function forEach<Value>(values: readonly Value[], part: (value: Value) => Sql): Sql {
  return new Sql(['', ...values.map(() => ' ')], values.map(part))
}

/** Rows of the project whose `created_at` is in the period. */
export function inPeriod(project: ProjectId, { from, to }: ReportPeriod): Sql {
  return sql`project_id = ${project} AND created_at >= ${from ?? 0}
    ${when(to, (end) => sql`AND created_at < ${end}`)}`
}

/** A sum as a number that fits 2^53: PostgreSQL answers text otherwise. */
export function whole(part: Sql): PerDialect {
  return new PerDialect({ sqlite: part, postgres: sql`(${part})::bigint` })
}

/** A condition on the column `fp`, which may be too long for an index of PostgreSQL. */
export function isReader(fp: string): PerDialect {
  const text = JSON.stringify(fp)
  return new PerDialect({ sqlite: sql`fp = ${text}`, postgres: sql`md5(fp) = md5(${text}) AND fp = ${text}` })
}

/** After a table: the index for SQLite, which knows no statistics. */
export function indexedBy(name: string): PerDialect {
  return new PerDialect({ sqlite: raw(`INDEXED BY ${name}`), postgres: raw('') })
}

/** At the end of a `SELECT`: locks its rows, and passes over those that another transaction has locked. */
export const SKIP_LOCKED: PerDialect = new PerDialect({
  sqlite: raw(''),
  postgres: raw('FOR UPDATE SKIP LOCKED'),
})

/** At the end of a `SELECT`: locks its rows until the transaction ends. SQLite has one writer at a time. */
export const FOR_UPDATE: PerDialect = new PerDialect({ sqlite: raw(''), postgres: raw('FOR UPDATE') })
