import { normalizedLanguage, type Page, type Passage } from '@docent/content'
import type { IndexEmbedding } from '@docent/core'
import type { Schema } from 'apache-arrow'
import { titleName } from '../links/mentions.ts'

/** Changes when the columns or the analysis do: an index of an older format is served until it is built anew. */
export const INDEX_FORMAT = 9

/** Older ones that can still be searched, so that nobody waits for the new index: only their filters and order differ. */
export const READABLE_FORMATS: ReadonlySet<number> = new Set([3, 4, 5, 6, 7, 8, INDEX_FORMAT])

/** A row of table `passages`. A type and not an interface, because LanceDB takes records. */
export type PassageRow = {
  id: string
  file: string
  page_path: string
  /** Analysed terms of all fields, separated by spaces: the one column with a full-text index. */
  search: string
  /** The same terms as 32-bit hashes, field by field, for the exact scorer (see passage-terms.ts). */
  terms: Uint8Array
  /** Normalized, as filters compare it. */
  language: string | null
  version: string | null
  tags: string[]
  groups: string[]
  /** True when the page is limited to groups: a plain column, because an empty list and null compare differently in SQL. */
  restricted: boolean
  /** The passage as it was written, so that what is read is what was written. */
  passage: string
  /** Of the passage, and what it was made from: only in an index with vectors. */
  vector?: number[]
  vector_key?: string
}

/** A row of table `pages`. */
export type PageRow = {
  path: string
  file: string
  /** Of the source file. */
  hash: string
  page: string
  /** Its links to other pages (see page-links.ts); '' when there are none. */
  links: string
  /** Its names, each between line feeds. */
  names: string
  /** The name that its title is; '' when the title says more or other things. */
  title_name: string
  groups: string[]
}

/** The columns of both tables, made when LanceDB is loaded: Arrow costs start-up time. */
export async function tableSchemas(
  embedding: IndexEmbedding | undefined,
): Promise<{ passages: Schema; pages: Schema }> {
  const { Binary, Bool, Field, FixedSizeList, Float32, List, Schema, Utf8 } = await import('apache-arrow')
  const text = (name: string, nullable = false) => new Field(name, new Utf8(), nullable)
  const list = (name: string) => new Field(name, new List(new Field('item', new Utf8(), true)), false)
  const vectorColumns = (dimensions: number) => [
    new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), true),
    text('vector_key', true),
  ]
  return {
    passages: new Schema([
      text('id'),
      text('file'),
      text('page_path'),
      text('search'),
      new Field('terms', new Binary(), false),
      text('language', true),
      text('version', true),
      list('tags'),
      list('groups'),
      new Field('restricted', new Bool(), false),
      text('passage'),
      ...(embedding === undefined ? [] : vectorColumns(embedding.dimensions)),
    ]),
    pages: new Schema([
      text('path'),
      text('file'),
      text('hash'),
      text('page'),
      text('links'),
      text('names'),
      text('title_name'),
      list('groups'),
    ]),
  }
}

export function pageRow(page: Page, hash: string, links: string, names: ReadonlySet<string>): PageRow {
  return {
    path: page.path,
    file: page.file,
    hash,
    page: JSON.stringify(page),
    links,
    names: ['', ...names, ''].join('\n'),
    title_name: titleName(page.title),
    groups: page.groups,
  }
}

/** Who may see it is the page's word alone, whatever the passage says. */
export function passageColumns(
  passage: Passage,
  page: Page,
): Omit<PassageRow, 'search' | 'terms' | 'vector' | 'vector_key'> {
  return {
    id: passage.id,
    file: page.file,
    page_path: passage.pagePath,
    language: passage.language === undefined ? null : normalizedLanguage(passage.language),
    version: passage.version ?? null,
    tags: passage.tags,
    groups: page.groups,
    restricted: page.groups.length > 0,
    passage: JSON.stringify(passage),
  }
}
