import { identifierOf } from '../../page/docutils-ids.ts'
import type { RstDirective } from './rst-node.ts'

/** What a name of a document leads to. */
export type RstTarget = { uri: string } | { id: string } | { name: string }

/** How many names may lead on to another one. */
const LONGEST_CHAIN = 20

/** The names of one document: all of them are known before its texts are read. */
export class RstScope {
  /** Marks of titles, the highest level first. */
  readonly titleStyles: string[] = []
  readonly substitutions = new Map<string, RstDirective | string>()
  /** Roles that the document defines, with the role that each is based on. */
  readonly roles = new Map<string, string>()
  readonly anonymous: string[] = []
  /** Footnotes and citations by their labels, in lower case. */
  readonly notes = new Map<string, { id: string; shown: string }>()
  /** Footnotes that are numbered without a label. */
  readonly numbered: { id: string; shown: string }[] = []
  readonly #targets = new Map<string, RstTarget>()
  readonly #ids = new Set<string>()
  #count = 0
  #numbers = 0

  /** An explicit target goes before the title of a section. */
  add(name: string, target: RstTarget, isExplicit = true): void {
    const key = nameOf(name)
    if (isExplicit || !this.#targets.has(key)) this.#targets.set(key, target)
  }

  /** An id for a name, as docutils gives it: a number where the name has none, or is taken. */
  newId(name: string): string {
    let id = identifierOf(name)
    while (id === '' || this.#ids.has(id)) id = `id${++this.#count}`
    this.#ids.add(id)
    return id
  }

  nextNumber(): string {
    this.#numbers += 1
    return String(this.#numbers)
  }

  /** Undefined for a name that the document does not have. */
  find(name: string): { uri: string } | { id: string } | undefined {
    let target = this.#targets.get(nameOf(name))
    for (let at = 0; at < LONGEST_CHAIN && target !== undefined; at += 1) {
      if (!('name' in target)) return target
      target = this.#targets.get(nameOf(target.name))
    }
    return undefined
  }
}

/** Names differ neither by case nor by spaces. */
export function nameOf(written: string): string {
  return written.replace(/\s+/g, ' ').trim().toLowerCase()
}
