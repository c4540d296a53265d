import type { Attributes } from '@docent/search'

/** Attributes by number. */
export class AttributesDraft {
  readonly #numbers = new Map<string, number>()
  readonly all: Attributes[] = []

  number(attributes: Attributes): number {
    const { language, written, version, tags, groups } = attributes
    const key = JSON.stringify([language, written, version, tags, groups])
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.all.push(attributes)
    this.#numbers.set(key, this.all.length - 1)
    return this.all.length - 1
  }
}
