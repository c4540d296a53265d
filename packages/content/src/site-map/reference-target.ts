import { isInFormats } from '../formats/formats.ts'
import type { SiteLayout } from '../layout/site-layout.ts'
import { OTHER, type SiteTarget } from '../layout/site-target.ts'

/** A target of a link, taken apart. */
export interface WrittenReference {
  path: string
  anchor: string
  isImage: boolean
}

/**
 * What a reference of a site's own kind means, such as `module:page`; undefined where the target is none. Paths are the
 * layout's.
 *
 * @param redirects routes that lead on to a page
 */
export function referenceTarget(
  layout: SiteLayout,
  path: string,
  written: WrittenReference,
  redirects: ReadonlySet<string>,
): SiteTarget | undefined {
  const { anchor, isImage } = written
  const found = layout.references?.find(path, written.path, isImage ? 'image' : 'page')
  if (found === undefined) return undefined
  if (found === 'elsewhere') return OTHER
  const { file } = found
  if (found.exists) return isInFormats(file, layout.formats) ? { kind: 'page', file, anchor } : OTHER
  if (redirects.has(layout.pagePath(file))) return OTHER
  return { kind: 'missing', what: isImage ? 'image' : 'file', name: file }
}
