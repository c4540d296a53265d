import { defined } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { type Attributes, LinkTexts, TermStatistics } from '@docent/search'
import type { ProjectRow } from './project-row.ts'

/** What searches of one revision share. */
export interface OpenRevision {
  readonly row: ProjectRow
  readonly statistics: TermStatistics
  /** Of the passages that are open to everyone: how rare a word is must not tell others what is in limited pages. */
  readonly openStatistics: TermStatistics
  readonly links: LinkTexts
  /** What filters look at, by the number of its kind. */
  readonly kinds: ReadonlyMap<number, Attributes>
}

interface Counts {
  statistics: Uint8Array
  open_statistics: Uint8Array | null
  links: string
}

/** The revisions that were read last, one a project: those who ask at once wait for the same one. */
export class OpenRevisions {
  readonly #postgres: Postgres
  readonly #open = new Map<number, { sequence: number; revision: Promise<OpenRevision> }>()

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  async of(row: ProjectRow): Promise<OpenRevision> {
    const { number, sequence } = row
    const known = this.#open.get(number)
    if (known?.sequence === sequence) return known.revision
    const revision = this.#load(row, await known?.revision.catch(() => undefined))
    this.#open.set(number, { sequence, revision })
    // A failure is not remembered.
    revision.catch(() => {
      if (this.#open.get(number)?.revision === revision) this.#open.delete(number)
    })
    return revision
  }

  async #load(row: ProjectRow, before: OpenRevision | undefined): Promise<OpenRevision> {
    const kinds = await this.#kinds(row.number)
    if (before?.row.counted === row.counted) return { ...before, row, kinds }
    const { rows } = await this.#postgres.query<Counts>(
      'SELECT statistics, open_statistics, links FROM docent.search_counts WHERE project = $1 AND sequence = $2',
      [row.number, row.counted],
    )
    const [counts] = rows
    if (counts === undefined) throw new RevisionGone()
    const statistics = TermStatistics.decode(counts.statistics)
    const { open_statistics: open } = counts
    const openStatistics = open === null ? statistics : TermStatistics.decode(open)
    return { row, kinds, statistics, openStatistics, links: LinkTexts.decode(counts.links) }
  }

  async #kinds(project: number): Promise<ReadonlyMap<number, Attributes>> {
    const { rows } = await this.#postgres.query<{ kind: number; attributes: string }>(
      'SELECT kind, attributes FROM docent.search_kinds WHERE project = $1',
      [project],
    )
    return new Map(rows.map(({ kind, attributes }) => [kind, JSON.parse(attributes)]))
  }
}

/** The revision was replaced, and its rows were removed meanwhile. */
export class RevisionGone extends Error {
  constructor() {
    super('The revision was replaced while it was read.')
    this.name = 'RevisionGone'
  }
}

/** Options of a query for a signal that may be absent. */
export function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return defined({ signal })
}
