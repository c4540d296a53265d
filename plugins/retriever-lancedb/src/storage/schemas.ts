import { Binary, Field, FixedSizeList, Float32, Float64, Int32, Schema, Utf8 } from 'apache-arrow'

const text = (name: string) => new Field(name, new Utf8())
const number = (name: string) => new Field(name, new Int32())
const bytes = (name: string) => new Field(name, new Binary())

/** One row: what is served, and who writes. */
export const STATE = new Schema([
  number('sequence'),
  text('writer'),
  new Field('until', new Float64()),
  text('served'),
])

/** A row for each page. Paths and files are JSON, because a text of SQL may have no NUL. */
export const PAGES = new Schema([
  text('file'),
  text('hash'),
  text('path'),
  number('kind'),
  text('head'),
  text('links'),
  text('names'),
  text('facts'),
  text('page'),
])

/** A row for each passage. `tokens` has each term, as a number, as often as it counts. */
export function passagesSchema(dimensions: number | undefined): Schema {
  const vectors =
    dimensions === undefined
      ? []
      : [
          new Field('key', new Utf8(), true),
          new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), true),
        ]
  return new Schema([
    text('file'),
    number('kind'),
    text('about'),
    text('words'),
    text('tokens'),
    bytes('terms'),
    text('passage'),
    ...vectors,
  ])
}

/** A row for each word, name, and fact of the revision; `kinds` of the pages that have it. */
export const TERMS = new Schema([text('type'), text('term'), text('kinds')])

/** One row: what is counted over the revision. */
export const COUNTS = new Schema([
  bytes('statistics'),
  bytes('open'),
  text('links'),
  text('kinds'),
  text('languages'),
])
