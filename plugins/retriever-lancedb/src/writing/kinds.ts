import type { Attributes } from '@docent/search'

/** What filters look at, by number: a row has the number alone. */
export class Kinds {
  readonly #numbers: Map<string, number>

  /** @param known by their numbers, as `all` gives them */
  constructor(known: readonly Attributes[]) {
    this.#numbers = new Map(known.map((attributes, kind) => [keyOf(attributes), kind]))
  }

  of(attributes: Attributes): number {
    const key = keyOf(attributes)
    const kind = this.#numbers.get(key) ?? this.#numbers.size
    this.#numbers.set(key, kind)
    return kind
  }

  /** By their numbers. */
  get all(): Attributes[] {
    return Array.from(this.#numbers.keys(), (key) => JSON.parse(key))
  }
}

function keyOf({ language, written, version, isCurrent, tags, groups }: Attributes): string {
  return JSON.stringify({ language, written, version, isCurrent, tags, groups })
}
