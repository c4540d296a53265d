import { type Attributes, LinkTexts, TermStatistics } from '@docent/search'
import type { Table } from '@lancedb/lancedb'
import type { Database } from '../storage/database.ts'
import { type Served, TABLE_KINDS, type TableKind } from '../storage/project-state.ts'

/** What searches of one revision share. */
export interface OpenRevision {
  readonly served: Served
  /** At the versions of the revision. */
  readonly tables: Readonly<Record<Exclude<TableKind, 'counts'>, Table>>
  readonly statistics: TermStatistics
  /** Of the passages that are open to everyone: how rare a word is must not tell others what is in limited pages. */
  readonly openStatistics: TermStatistics
  readonly links: LinkTexts
  /** By their numbers. */
  readonly kinds: readonly Attributes[]
  /** ISO 639-1 codes, the most frequent first. */
  readonly languages: readonly string[]
}

/** @throws when the revision was replaced, and its tables are gone */
export async function openRevision(database: Database, served: Served): Promise<OpenRevision> {
  const [pages, passages, terms, counts] = await Promise.all(
    TABLE_KINDS.map((kind) => database.table(`${served.tables}_${kind}`, served.versions[kind])),
  )
  const [row] = (await counts?.query().toArray()) ?? []
  if (pages === undefined || passages === undefined || terms === undefined || row === undefined)
    throw new Error('The tables of the revision are missing.')
  return {
    served,
    tables: { pages, passages, terms },
    statistics: TermStatistics.decode(row.statistics),
    openStatistics: TermStatistics.decode(row.open),
    links: LinkTexts.decode(row.links),
    kinds: JSON.parse(row.kinds),
    languages: JSON.parse(row.languages),
  }
}
