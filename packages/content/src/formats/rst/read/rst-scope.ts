import { identifierOf } from '../../page/docutils-ids.ts'
import type { RstDirective } from './rst-node.ts'

/** What a name of a document leads to. */
export type RstTarget = { uri: string } | { id: string } | { name: string }

export interface RstNote {
  id: string
  shown: string
}

const NOTE_REFERENCE =
  /\[(?:\d{1,6}|#[\w.:+-]{0,60}|\*|[\p{L}\p{N}][\p{L}\p{N}.:+_-]{0,60})\]_(?![\p{L}\p{N}_])/gu
const SYMBOLS = ['*', '†', '‡', '§', '¶', '#', '♠', '♥', '♦', '♣']
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
  readonly notes = new Map<string, RstNote>()
  /** Footnotes that have a number or a symbol without a label. */
  readonly numbered: RstNote[] = []
  readonly marked: RstNote[] = []
  readonly #targets = new Map<string, RstTarget>()
  readonly #ids = new Set<string>()
  #count = 0
  #numbers = 0
  readonly #reserved = new Set<string>()

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

  addAnonymous(uri: string): void {
    this.anonymous.push(uri)
    this.newId('')
  }

  /** References to footnotes and citations have ids of their own, which are numbered with the others. */
  countReferences(text: string): void {
    if (!text.includes(']_')) return
    for (const _ of text.replace(/``[^`]{0,1000}``/g, '').matchAll(NOTE_REFERENCE)) this.newId('')
  }

  /** @param written the label of a footnote: `1`, `#`, `#name`, `*`, or that of a citation */
  addNote(written: string): RstNote {
    const name = written.replace(/^[#*]/, '')
    const shown = written === '*' ? this.#nextSymbol() : written.startsWith('#') ? this.#nextNumber() : name
    const note = { id: this.newId(name === '' ? shown : name), shown }
    if (written === '*') this.marked.push(note)
    else if (written === '#') this.numbered.push(note)
    this.notes.set((name === '' ? shown : name).toLowerCase(), note)
    return note
  }

  /** Numbers that footnotes of the document have by their labels are not given out. */
  reserveNumbers(source: string): void {
    for (const [, number = ''] of source.matchAll(/^[ \t]{0,20}\.\. \[(\d{1,6})\]/gm))
      this.#reserved.add(number)
  }

  #nextNumber(): string {
    do this.#numbers += 1
    while (this.#reserved.has(String(this.#numbers)))
    return String(this.#numbers)
  }

  /** The second time around, each stands twice. */
  #nextSymbol(): string {
    const at = this.marked.length
    return (SYMBOLS[at % SYMBOLS.length] ?? '').repeat(Math.floor(at / SYMBOLS.length) + 1)
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
