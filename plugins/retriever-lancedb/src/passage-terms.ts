import type { Passage } from '@docent/content'
import type { Analyzer } from './analyzer.ts'

/** How often a term of a field counts in the search column: BM25 over weighted frequencies (BM25F). */
const TITLE_WEIGHT = 3
const HEADING_WEIGHT = 3
const PATH_WEIGHT = 1

/** The fields of a passage as terms. */
export interface PassageTerms {
  title: string[]
  headings: string[]
  path: string[]
  body: string[]
}

export function analyzePassage(passage: Passage, analyzer: Analyzer): { search: string; terms: Uint8Array } {
  // The breadcrumb starts with the page's title, which has a field of its own.
  const headings = passage.headings.filter((heading) => heading !== passage.title)
  const fields: PassageTerms = {
    title: analyzer.terms(passage.title),
    headings: analyzer.terms(headings.join(' ')),
    path: analyzer.terms(passage.pagePath.replaceAll('/', ' ')),
    body: analyzer.terms(passage.content),
  }
  return { search: searchText(fields), terms: encodeTerms(fields) }
}

function searchText({ title, headings, path, body }: PassageTerms): string {
  const terms = [
    ...Array.from({ length: TITLE_WEIGHT }, () => title).flat(),
    ...Array.from({ length: HEADING_WEIGHT }, () => headings).flat(),
    ...Array.from({ length: PATH_WEIGHT }, () => path).flat(),
    ...body,
  ]
  return terms.join(' ')
}

/** Three lengths (title, headings, path), then the 32-bit hashes of the terms field by field, all little-endian. */
function encodeTerms({ title, headings, path, body }: PassageTerms): Uint8Array {
  const hashes = Uint32Array.from([
    title.length,
    headings.length,
    path.length,
    ...[...title, ...headings, ...path, ...body].map(hashTerm),
  ])
  return new Uint8Array(hashes.buffer)
}

/** FNV-1a over UTF-16 units: two of 100,000 terms share a hash about once, which costs one wrong match at most. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
