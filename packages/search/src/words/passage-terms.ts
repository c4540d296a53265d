import type { Passage } from '@docent/content'
import type { Analyzer } from './analyzer.ts'
import { operationTerms } from './operation-terms.ts'

/** The fields of a passage, in the order they are stored. The path is that of the page, by its words. */
export const FIELDS = ['title', 'headings', 'path', 'body'] as const
export type Field = (typeof FIELDS)[number]

/** What a term of a field counts in comparison with one in the body: found by measurement (apps/bench, retrieval). */
export const FIELD_WEIGHTS: Readonly<Record<Field, number>> = { title: 4, headings: 4, path: 5, body: 1 }

/** The terms of a passage as 32-bit hashes, field by field. */
export type PassageTerms = Readonly<Record<Field, Uint32Array>>

/** What a passage is found by. */
export interface AnalyzedPassage {
  /** The terms of all fields, one field after the other. */
  readonly words: readonly string[]
  /** Their hashes. */
  readonly terms: PassageTerms
}

export function analyzePassage(passage: Passage, analyzer: Analyzer): AnalyzedPassage {
  // The breadcrumb starts with the page's title, which has a field of its own.
  const headings = passage.headings.filter((heading) => heading !== passage.title)
  const fields: Record<Field, string[]> = {
    title: analyzer.terms(passage.title, passage.language),
    headings: analyzer.terms(headings.join('\n'), passage.language),
    path: analyzer.terms(passage.pagePath.replaceAll('/', '\n'), passage.language),
    body: analyzer.terms(passage.content, passage.language),
  }
  const words = FIELDS.flatMap((field) => fields[field])
  // No words: nobody means them by a slip of the keyboard.
  fields.body.push(...operationTerms(passage))
  return { words, terms: hashedTerms(fields) }
}

const HEADER = FIELDS.length

/** The lengths of the fields, then the hashes of their terms. */
function hashedTerms(fields: Record<Field, string[]>): PassageTerms {
  const total = FIELDS.reduce((sum, field) => sum + fields[field].length, 0)
  const numbers = new Uint32Array(HEADER + total)
  let at = HEADER
  for (const [index, field] of FIELDS.entries()) {
    numbers[index] = fields[field].length
    for (const term of fields[field]) numbers[at++] = hashTerm(term)
  }
  return termsIn(numbers)
}

/** As one field after the other, in little-endian numbers of 32 bits. */
export function encodeTerms({ title }: PassageTerms): Uint8Array {
  return new Uint8Array(title.buffer)
}

export function decodeTerms(bytes: Uint8Array): PassageTerms {
  // A copy, because numbers must begin at a multiple of four and because what it comes from should be freed.
  return termsIn(new Uint32Array(new Uint8Array(bytes).buffer))
}

function termsIn(numbers: Uint32Array): PassageTerms {
  let start = HEADER
  const take = (index: number) => {
    const from = start
    start += numbers[index] ?? 0
    return numbers.subarray(from, start)
  }
  return { title: take(0), headings: take(1), path: take(2), body: take(3) }
}

/** Those of all fields, one field after the other. */
export function allTerms({ title }: PassageTerms): Uint32Array {
  return new Uint32Array(title.buffer, HEADER * Uint32Array.BYTES_PER_ELEMENT)
}

/** FNV-1a over UTF-16 units: among 100,000 terms about one pair shares a hash, and then a wrong word is taken for right. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
