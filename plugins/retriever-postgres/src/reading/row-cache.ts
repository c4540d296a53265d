import type { Postgres } from '@docent/postgres'
import { decodeTerms, type IndexedPassage } from '@docent/search'
import { RevisionGone } from './open-revision.ts'

const MIB = 1024 * 1024
/** Map entry, objects and string header, in bytes: measured roughly. */
const ROW_OVERHEAD = 600

interface StoredRow {
  id: number
  about: string
  terms: Uint8Array
}

/** Passages that searches found before, as ranking needs them, bounded in bytes. A passage never changes under its number. */
export class RowCache {
  readonly #postgres: Postgres
  readonly #mostBytes: number
  readonly #rows = new Map<number, { passage: IndexedPassage; bytes: number }>()
  #bytes = 0

  constructor(postgres: Postgres, memoryMb: number) {
    this.#postgres = postgres
    this.#mostBytes = memoryMb * MIB
  }

  /** In the order of the numbers. @throws RevisionGone */
  async passages(ids: readonly number[], signal: AbortSignal | undefined): Promise<IndexedPassage[]> {
    // Held here: while missing ones are read, other searches may push these out.
    const found = new Map(ids.map((id) => [id, this.#rows.get(id)?.passage]))
    const missing = ids.filter((id) => found.get(id) === undefined)
    if (missing.length > 0) {
      const { rows } = await this.#postgres.query<StoredRow>(
        'SELECT id, about, terms FROM docent.search_passages WHERE id = ANY ($1::bigint[])',
        [missing],
        signal === undefined ? {} : { signal },
      )
      for (const row of rows) found.set(row.id, this.#remember(row))
    }
    return ids.map((id) => {
      const passage = found.get(id)
      if (passage === undefined) throw new RevisionGone()
      return passage
    })
  }

  #remember({ id, about, terms }: StoredRow): IndexedPassage {
    const [pagePath, title, version, language]: [string, string, string, string] = JSON.parse(about)
    const passage: IndexedPassage = {
      pagePath,
      variant: { title, version, language },
      terms: decodeTerms(terms),
    }
    const bytes = ROW_OVERHEAD + terms.length + 2 * about.length
    if (!this.#rows.has(id)) {
      this.#rows.set(id, { passage, bytes })
      this.#bytes += bytes
    }
    for (const [oldest, row] of this.#rows) {
      if (this.#bytes <= this.#mostBytes) break
      this.#rows.delete(oldest)
      this.#bytes -= row.bytes
    }
    return passage
  }
}
