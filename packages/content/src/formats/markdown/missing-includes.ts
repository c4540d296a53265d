import { LineIndex } from '../../located/line-index.ts'
import type { MissingInclude } from '../page/source-format.ts'
import { findIncludes, type IncludeOptions } from './expand-includes.ts'
import { scanPage } from './scan/scan-page.ts'

/** Marks that many templates share: in code, or without the file, they are hardly more than a text. */
const TEMPLATE = /^\{[%!]/
const MOST = 100

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
  const isInCode = codeOf(file, source)
  const lines = new LineIndex(source)
  return missing
    .filter(({ start, inPlace }) => {
      const mayBeInCode = inPlace !== undefined && !TEMPLATE.test(source.slice(start, start + 2))
      return mayBeInCode || !isInCode(start)
    })
    .slice(0, MOST)
    .map(({ start, candidates: [wanted = ''] }) => ({ line: lines.at(start).line, file: wanted }))
}

/** Tells of places of a page, in their order, whether they are in a block of code. */
function codeOf(file: string, source: string): (offset: number) => boolean {
  const blocks = scanPage(file, source).blocks.filter(({ kind }) => kind === 'code')
  let at = 0
  return (offset) => {
    while ((blocks[at]?.end ?? Number.POSITIVE_INFINITY) <= offset) at += 1
    return (blocks[at]?.start ?? Number.POSITIVE_INFINITY) <= offset
  }
}
