import { addPageNames, type Passage } from '@docent/content'
import type { RevisionWriter } from '@docent/core/plugin'
import {
  type Analyzer,
  analyzePassage,
  attributesOf,
  encodeTerms,
  isCorrectable,
  pageHead,
  pageLinks,
  type Turns,
  termFrequencies,
} from '@docent/search'
import type { Row } from '../storage/database.ts'
import { tokenOf } from '../storage/token-of.ts'
import type { Kinds } from './kinds.ts'

export type WrittenPage = Parameters<RevisionWriter['write']>[0][number]

/** The rows of one source file. */
export interface FileRows {
  readonly pages: Row[]
  readonly passages: Row[]
}

/** Longer names are data. */
const LONGEST_NAME = 500

export interface RowParts {
  readonly analyzer: Analyzer
  readonly kinds: Kinds
  readonly turns: Turns
  /** The passages have vectors. */
  readonly withVectors: boolean
}

export async function addPageRows(rows: FileRows, entry: WrittenPage, parts: RowParts): Promise<void> {
  const { analyzer, kinds, turns, withVectors } = parts
  const { page, passages, hash, vectors = [] } = entry
  const [found, facts] = [new Set<string>(), new Set<number>()]
  for (const _ of addPageNames(page, found, facts)) if (turns.isOver) await turns.next()
  const file = JSON.stringify(page.file)
  rows.pages.push({
    file,
    hash,
    path: JSON.stringify(page.path),
    kind: kinds.of(attributesOf(page, page)),
    head: JSON.stringify(pageHead(page)),
    links: JSON.stringify(pageLinks(page, analyzer)),
    names: JSON.stringify([...found].filter((name) => name.length <= LONGEST_NAME)),
    facts: JSON.stringify([...facts]),
    page: JSON.stringify(page),
  })
  for (const [at, passage] of passages.entries()) {
    if (turns.isOver) await turns.next()
    const { key = null, values } = vectors[at] ?? {}
    const vector = values === undefined ? null : Array.from(values)
    rows.passages.push({
      file,
      kind: kinds.of(attributesOf(passage, page)),
      ...passageRow(passage, analyzer),
      ...(withVectors ? { key, vector } : {}),
    })
  }
}

function passageRow(passage: Passage, analyzer: Analyzer): Row {
  const { terms, words } = analyzePassage(passage, analyzer)
  const { pagePath, title, version = '', language = '' } = passage
  const tokens: string[] = []
  for (const [hash, count] of termFrequencies(terms))
    for (let time = 0; time < count; time++) tokens.push(tokenOf(hash))
  return {
    about: JSON.stringify([pagePath, title, version, language]),
    words: JSON.stringify([...new Set(words.filter(isCorrectable))]),
    tokens: tokens.join(' '),
    terms: encodeTerms(terms),
    passage: JSON.stringify(passage),
  }
}
