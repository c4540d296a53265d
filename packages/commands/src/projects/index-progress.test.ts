import { expect, test } from 'vitest'
import { progressText } from '../../../command-line/src/terminal/progress-text.ts'
import { indexProgress } from './index-progress.ts'

const NOW = 1_000_000
const progress = { pagesDone: 0, pagesTotal: 0, passages: 0, attempts: 1, startedAt: NOW, etaMs: null }

test.each([
  [{ phase: 'listing' }, 'docs: listing'],
  [{ phase: 'parsing', pagesTotal: 300 }, 'docs: parsing 0/300 (0 %)'],
  [
    { phase: 'parsing', pagesDone: 64, pagesTotal: 300, etaMs: NOW + 9_400 },
    'docs: parsing 64/300 (21 %), 9 s left',
  ],
  [
    { phase: 'parsing', pagesDone: 299, pagesTotal: 300, etaMs: NOW - 5 },
    'docs: parsing 299/300 (99 %), 1 s left',
  ],
  [
    { phase: 'parsing', pagesDone: 1, pagesTotal: 9, etaMs: NOW + 150_000 },
    'docs: parsing 1/9 (11 %), 3 min left',
  ],
  [{ phase: 'committing', pagesDone: 9, pagesTotal: 9, etaMs: NOW }, 'docs: committing 9/9 (100 %)'],
] as const)('tells %j as %s', (change, line) => {
  const shown = indexProgress('docs', { ...progress, ...change }, NOW)
  expect(shown && progressText(shown)).toBe(line)
})
