import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import { anyGlob } from '../../patterns/glob.ts'

const DEEPEST = 20

/** The documents that a table of contents names, for tools that build no others. */
export interface ListedDocuments {
  isLeftOut(inside: string): boolean
  /** It names the document, and keeps it out of the navigation. */
  isHidden(inside: string): boolean
}

/** Reads the entries of `_toc.yml`, or of `project.toc` in `myst.yml`. */
export function documentsOf(toc: unknown): ListedDocuments {
  const named = new Set<string>()
  const hidden = new Set<string>()
  const globs: string[] = []
  const walk = (node: unknown, isInHidden: boolean, depth: number) => {
    if (depth > DEEPEST) return
    if (Array.isArray(node)) for (const each of node) walk(each, isInHidden, depth + 1)
    if (Array.isArray(node) || typeof node !== 'object' || node === null) return
    const isHidden = isInHidden || Reflect.get(node, 'hidden') === true
    for (const [key, value] of Object.entries(node)) {
      if ((key === 'file' || key === 'root') && typeof value === 'string') {
        const name = withoutPageExtension(normalizeSegments(value))
        named.add(name)
        if (isHidden) hidden.add(name)
      } else if ((key === 'glob' || key === 'pattern') && typeof value === 'string') globs.push(value)
      else walk(value, isHidden, depth + 1)
    }
  }
  walk(toc, false, 0)
  const fits = anyGlob(globs)
  const isNamed = (inside: string) => named.has(withoutPageExtension(inside))
  return {
    isLeftOut: (inside) => !isNamed(inside) && !fits(inside) && !fits(withoutPageExtension(inside)),
    isHidden: (inside) => hidden.has(withoutPageExtension(inside)),
  }
}
