import { isInFormats } from '../../formats/formats.ts'
import { FILE_LINKS } from '../../layout/link-style.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below } from '../../paths/folder.ts'
import type { FormatName } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { documentNavigation } from './document-navigation.ts'
import { DocumentReferences } from './document-references.ts'

/** Folders that are kept beside the pages. */
export const BESIDE_DOCUMENTS = /(?:^|\/)(?:_build|_static|_templates|_themes|_ext|\.[^/]+|node_modules)\//

interface DocumentSite {
  name: string
  /** The file that lists the pages. */
  toc: RegExp
  root: string
  isLeftOut(inside: string): boolean
  /** Address of a page. @param inside path below the root, without extension */
  route(inside: string): string
  /** Default: MyST alone. */
  formats?: readonly FormatName[]
}

/** A site whose pages name each other as documents. */
export function documentLayout(
  source: LayoutSource,
  { name, toc, root, isLeftOut, route, formats = ['myst'] }: DocumentSite,
): SiteLayout {
  const isPage = (path: string) => {
    const inside = below(root, path)
    return inside !== undefined && !BESIDE_DOCUMENTS.test(inside) && !isLeftOut(inside)
  }
  const pagePath = (path: string) => route(withoutPageExtension(below(root, path) ?? path))
  const references = new DocumentReferences({
    root,
    files: source.files,
    isPage: (path) => isInFormats(path, formats) && isPage(path),
    pagePath,
  })
  return {
    name,
    formats,
    root,
    isPage,
    pagePath,
    language: () => undefined,
    version: () => undefined,
    navigation: NO_NAVIGATION,
    navigationIsComplete: false,
    links: FILE_LINKS,
    navigationFiles: { names: [toc], read: documentNavigation },
    references,
  }
}
