export type SqlValue = string | number | boolean | null | Uint8Array | readonly (string | number | null)[]

/** The databases that a statement is spelled for. */
export type Dialect = 'sqlite' | 'postgres'

/** A part that each database spells in its own way. */
export class PerDialect {
  readonly spellings: Readonly<Record<Dialect, Sql>>

  constructor(spellings: Readonly<Record<Dialect, Sql>>) {
    this.spellings = spellings
  }
}

type SqlPart = SqlValue | Sql | PerDialect

/** A statement, or a part of one, with its values. `Row` is the type of its rows, which nothing checks. */
export class Sql<Row = unknown> {
  readonly strings: readonly string[]
  readonly parts: readonly SqlPart[]
  declare readonly row: Row

  constructor(strings: readonly string[], parts: readonly SqlPart[]) {
    this.strings = strings
    this.parts = parts
  }
}

/**
 * SQL names tables as `docent.table`. Values become marks, and other `Sql` becomes part of the text.
 *
 * @example
 * sql<{ body: string }>`SELECT body FROM docent.keys WHERE id = ${id} ${when(status, (value) => sql`AND status = ${value}`)}`
 */
export function sql<Row = unknown>(strings: TemplateStringsArray, ...parts: SqlPart[]): Sql<Row> {
  return new Sql<Row>(strings, parts)
}

/** Text as it is: our own, never a caller's. */
export function raw(text: string): Sql {
  return new Sql([text], [])
}

const NOTHING = raw('')

/** A part that is left out when the value is undefined. */
export function when<Value>(value: Value | undefined, part: (value: Value) => Sql): Sql {
  return value === undefined ? NOTHING : part(value)
}

export interface Spelled {
  text: string
  values: SqlValue[]
}

export function spell(statement: Sql, dialect: Dialect): Spelled {
  const values: SqlValue[] = []
  const text =
    dialect === 'sqlite' ? spellPart(statement, SQLITE, values) : spellPart(statement, POSTGRES, values)
  return { text, values }
}

interface Spelling {
  dialect: Dialect
  mark: string
  texts(strings: readonly string[]): readonly string[]
  value(value: SqlValue): SqlValue
  /** What was spelled of values alone, by its texts and the number of its first mark. */
  readonly plain: WeakMap<readonly string[], Map<number, string>>
}

const withoutSchema = new WeakMap<readonly string[], readonly string[]>()

const SQLITE: Spelling = {
  dialect: 'sqlite',
  mark: '?',
  plain: new WeakMap(),
  texts(strings) {
    let texts = withoutSchema.get(strings)
    if (!texts) {
      texts = strings.map((text) => text.replaceAll('docent.', ''))
      withoutSchema.set(strings, texts)
    }
    return texts
  },
  value(value) {
    if (typeof value === 'boolean') return Number(value)
    return Array.isArray(value) ? JSON.stringify(value) : value
  },
}

const POSTGRES: Spelling = {
  dialect: 'postgres',
  mark: '$',
  plain: new WeakMap(),
  texts: (strings) => strings,
  value: (value) => value,
}

function spellPart({ strings, parts }: Sql, spelling: Spelling, values: SqlValue[]): string {
  const first = values.length
  const known = spelling.plain.get(strings)
  const plain = known?.get(first)
  if (plain !== undefined && parts.every(isValue)) {
    for (const part of parts) values.push(spelling.value(part as SqlValue))
    return plain
  }
  const texts = spelling.texts(strings)
  let text = texts[0] ?? ''
  for (const [index, part] of parts.entries()) {
    if (part instanceof Sql) text += spellPart(part, spelling, values)
    else if (part instanceof PerDialect) text += spellPart(part.spellings[spelling.dialect], spelling, values)
    else text += spelling.mark + values.push(spelling.value(part))
    text += texts[index + 1] ?? ''
  }
  if (parts.every(isValue)) spelling.plain.set(strings, (known ?? new Map<number, string>()).set(first, text))
  return text
}

function isValue(part: SqlPart): boolean {
  return !(part instanceof Sql || part instanceof PerDialect)
}
