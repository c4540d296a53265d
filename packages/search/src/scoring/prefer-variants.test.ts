import { describe, expect, test } from 'vitest'
import { Analyzer } from '../words/analyzer.ts'
import { analyzePassage } from '../words/passage-terms.ts'
import { preferVariants } from './prefer-variants.ts'

const analyzer = new Analyzer()
const TEXT = 'A lantern hangs from a hook on the mast and burns oil until the morning watch'

function ranked(pagePath: string, score: number, { title = 'Lanterns', content = TEXT } = {}) {
  const passage = {
    id: pagePath,
    pagePath,
    anchor: '',
    title,
    headings: [title],
    content,
    ordinal: 0,
    tags: [],
    groups: [],
  }
  const terms = analyzePassage(passage, analyzer).terms
  return {
    pagePath,
    score,
    row: {
      terms,
      variant: { title, version: '', language: '' },
    },
  }
}

const SLOOP = ranked('/docs/sloop/lanterns', 0.8)
const BRIG = ranked('/docs/brig/lanterns', 0.79)
const names = (...texts: string[]) => texts.map((text) => new Set(analyzer.terms(text)))

const order = (items: ReturnType<typeof ranked>[], ...texts: string[]) =>
  preferVariants(items, names(...texts), analyzer)
    .toSorted((one, other) => other.score - one.score)
    .map(({ pagePath }) => pagePath)

describe('of pages that exist once for each variant', () => {
  test('the one that the question names comes first', () => {
    expect(order([SLOOP, BRIG], 'lanterns of a brig')).toEqual([BRIG.pagePath, SLOOP.pagePath])
  })

  test('the one of what comes first in the list of names does', () => {
    expect(order([SLOOP, BRIG], 'lanterns', 'docs/brig/sails', 'sloop')).toEqual([
      BRIG.pagePath,
      SLOOP.pagePath,
    ])
    expect(order([BRIG, SLOOP], 'lanterns of a brig', 'docs/sloop')[0]).toBe(BRIG.pagePath)
  })

  test('one is known by its title too, and by the beginning of its name', () => {
    const short = ranked('/docs/bg/lanterns', 0.7, { title: 'Lanterns of a brigantine' })
    expect(order([SLOOP, short], 'lanterns', 'brig')[0]).toBe(short.pagePath)
  })

  test('one comes before the page that is for none', () => {
    const all = ranked('/docs/lanterns', 0.9)
    expect(order([all, BRIG], 'lanterns', 'brig')[0]).toBe(BRIG.pagePath)
  })
})

test('nothing changes when nothing names a variant, or everything does', () => {
  expect(preferVariants([SLOOP, BRIG], names('lanterns', 'oil'), analyzer)).toEqual([SLOOP, BRIG])
  expect(preferVariants([SLOOP, BRIG], names('brig or sloop'), analyzer)).toEqual([SLOOP, BRIG])
})

test('pages of other matters are no variants, nor is what lies below a page', () => {
  const rope = ranked('/docs/brig/ropes', 0.7, { title: 'Ropes', content: 'Hemp is twisted into yarn' })
  expect(preferVariants([BRIG, rope], names('lanterns', 'ropes'), analyzer)).toEqual([BRIG, rope])
  const below = ranked('/docs/brig/lanterns/oil', 0.7, { title: 'Oil', content: 'Whale oil burns bright' })
  expect(preferVariants([BRIG, below], names('lanterns', 'oil'), analyzer)).toEqual([BRIG, below])
})

test('a variant that matches no word keeps its score', () => {
  const scores = preferVariants([SLOOP, { ...BRIG, score: 0 }], names('lanterns', 'brig'), analyzer)
  expect(scores.map(({ score }) => score)).toEqual([0.8, 0])
})
