import type { Transaction } from '@docent/postgres'
import type { Attributes } from '@docent/search'

/** What filters look at, by number. */
export class Kinds {
  readonly #numbers: Map<string, number>
  #fresh: [kind: number, attributes: string][] = []
  #next: number

  /** @param known kind and JSON of those that the project has */
  constructor(known: readonly { kind: number; attributes: string }[]) {
    this.#numbers = new Map(known.map(({ kind, attributes }) => [attributes, kind]))
    this.#next = Math.max(0, ...known.map(({ kind }) => kind)) + 1
  }

  of({ language, written, version, isCurrent, tags, groups }: Attributes): number {
    const key = JSON.stringify({ language, written, version, isCurrent, tags, groups })
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const kind = this.#next++
    this.#numbers.set(key, kind)
    this.#fresh.push([kind, key])
    return kind
  }

  /** All of them, by their numbers. */
  *entries(): Generator<[kind: number, attributes: Attributes]> {
    for (const [attributes, kind] of this.#numbers) yield [kind, JSON.parse(attributes)]
  }

  /** Those that were not inserted before. */
  async insert(transaction: Transaction, project: number): Promise<void> {
    if (this.#fresh.length === 0) return
    await transaction.query(
      `INSERT INTO docent.search_kinds (project, kind, attributes)
       SELECT $1, k.kind, k.attributes FROM unnest($2::int[], $3::text[]) AS k(kind, attributes) ON CONFLICT DO NOTHING`,
      [project, this.#fresh.map(([kind]) => kind), this.#fresh.map(([, attributes]) => attributes)],
    )
  }

  inserted(): void {
    this.#fresh = []
  }
}
