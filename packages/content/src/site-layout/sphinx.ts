import type { FormatName } from '../formats/format-name.ts'
import { isInFormats } from '../formats/formats.ts'
import { withoutPageExtension } from '../formats/page-extension.ts'
import { normalizePagePath } from '../formats/page-path.ts'
import { NOTEBOOKS, RESTRUCTURED_TEXT } from '../formats/unread-formats.ts'
import { mystProject } from '../generators/mystmd/left-out.ts'
import { leftOut, presenceByFrontmatter } from '../generators/sphinx/left-out.ts'
import { DocumentReferences } from './document-references.ts'
import { below, folderOf, shallowest } from './layout-file.ts'
import { type LayoutSource, NO_NAVIGATION, type SiteLayout } from './site-layout.ts'

const FORMATS: readonly FormatName[] = ['myst']
/** Folders that Sphinx and its themes keep beside the pages. */
const BESIDE = /(?:^|\/)(?:_build|_static|_templates|_themes|_ext|\.[^/]+|node_modules)\//
const MYST = /\bmyst[-_](?:parser|nb)\b/
const TAKES_NOTEBOOKS = /\b(?:myst[-_]nb|nbsphinx)\b/

/**
 * https://www.sphinx-doc.org with MyST-Parser (`conf.py`), and Jupyter Book before its second version (`_toc.yml`). Pages
 * in reStructuredText and notebooks are not read.
 */
export function sphinxLayout(source: LayoutSource): SiteLayout | undefined {
  const toc = shallowest(source.files, /(?:^|\/)_toc\.ya?ml$/)
  const config = shallowest(source.files, /(?:^|\/)conf\.py$/)
  const isMyst = config !== undefined && MYST.test(source.texts.get(config) ?? '')
  const file = toc ?? (isMyst ? config : undefined)
  if (file === undefined) return undefined
  const root = folderOf(file)
  const layout = documentLayout('sphinx', source, { root, isLeftOut: leftOut(source, file) }, (inside) => {
    const path = normalizePagePath(inside)
    return /(?:^|\/)index$/.test(inside) ? path : `${path}.html`
  })
  const takesNotebooks = toc !== undefined || TAKES_NOTEBOOKS.test(source.texts.get(file) ?? '')
  return {
    ...layout,
    unreadFormats: takesNotebooks ? [...RESTRUCTURED_TEXT, ...NOTEBOOKS] : RESTRUCTURED_TEXT,
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
  }
}

/** https://mystmd.org (`myst.yml`), and Jupyter Book from its second version. */
export function mystmdLayout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, /(?:^|\/)myst\.ya?ml$/)
  if (file === undefined) return undefined
  const keepsFolders = /^[ \t]*folders:[ \t]*true\b/m.test(source.texts.get(file) ?? '')
  const root = folderOf(file)
  const { isLeftOut, defaults } = mystProject(source, file)
  const layout = documentLayout('mystmd', source, { root, isLeftOut }, (inside) => {
    const name = keepsFolders ? inside : inside.slice(inside.lastIndexOf('/') + 1)
    return normalizePagePath(name.toLowerCase().replace(/[^a-z0-9/]+/g, '-'))
  })
  return {
    ...layout,
    unreadFormats: [...NOTEBOOKS, '.tex'],
    defaults: (path) => defaults(below(root, path) ?? path),
  }
}

function documentLayout(
  name: 'sphinx' | 'mystmd',
  source: LayoutSource,
  { root, isLeftOut }: { root: string; isLeftOut(inside: string): boolean },
  route: (inside: string) => string,
): SiteLayout {
  const isPage = (path: string) => {
    const inside = below(root, path)
    return inside !== undefined && !BESIDE.test(inside) && !isLeftOut(inside)
  }
  const pagePath = (path: string) => route(withoutPageExtension(below(root, path) ?? path))
  const references = new DocumentReferences({
    root,
    files: source.files,
    isPage: (path) => isInFormats(path, FORMATS) && isPage(path),
    pagePath,
  })
  return {
    name,
    formats: FORMATS,
    root,
    isPage,
    pagePath,
    language: () => undefined,
    version: () => undefined,
    navigation: NO_NAVIGATION,
    navigationIsComplete: false,
    references,
  }
}
