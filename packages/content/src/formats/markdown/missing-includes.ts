import { LineIndex } from '../../line-index.ts'
import type { MissingInclude } from '../source-format.ts'
import { findIncludes, type IncludeOptions } from './expand-includes.ts'
import { scanPage } from './scan/scan-page.ts'

/** Marks that many templates share: in code, or without the file, they are hardly more than a text. */
const TEMPLATE = /^\{[%!]/

/**
 * Texts that a page takes in, and that are nowhere: no other file stands in for one. What only shows how to take a text
 * in, in a block of code, counts for nothing.
 */
export function missingIncludes(
  file: string,
  source: string,
  exists: (file: string) => boolean,
  options: IncludeOptions = {},
): MissingInclude[] {
  const missing = findIncludes(file, source, options).filter(
    ({ candidates, isShared }) => isShared !== true && !candidates.some(exists),
  )
  if (missing.length === 0) return []
  const code = scanPage(file, source).blocks.filter(({ kind }) => kind === 'code')
  const lines = new LineIndex(source)
  return missing
    .filter(({ start, inPlace }) => {
      const mayBeInCode = inPlace !== undefined && !TEMPLATE.test(source.slice(start, start + 2))
      return mayBeInCode || !code.some((block) => block.start <= start && start < block.end)
    })
    .map(({ start, candidates: [wanted = ''] }) => ({ line: lines.at(start).line, file: wanted }))
}
