import { contentHash } from '../../basics/content-hash.ts'
import { isInFormats } from '../../formats/formats.ts'
import type { Generator } from '../../layout/generator.ts'
import type { Navigation } from '../../layout/navigation.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import type { FormatName } from '../../paths/format-name.ts'
import { pageFileNames } from '../../paths/page-extension.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { NOTEBOOKS } from '../../paths/unread-formats.ts'
import { BESIDE_DOCUMENTS, documentLayout } from '../parts/document-layout.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { sphinxConfiguration } from './configuration.ts'
import { leftOut, presenceByFrontmatter } from './left-out.ts'
import { listsNamed } from './python-lists.ts'
import { sphinxRedirects } from './redirects.ts'
import { SphinxDocuments } from './sphinx-documents.ts'
import { SphinxReferences } from './sphinx-references.ts'
import { toctreeEntries } from './toctree-entries.ts'
import { toctreeNavigation } from './toctree-navigation.ts'

const MYST = /\b(?:myst[-_](?:parser|nb)|recommonmark)\b/
const TAKES_NOTEBOOKS = /\b(?:myst[-_]nb|nbsphinx)\b/
const TOC = /(?:^|\/)_toc\.ya?ml$/
const CONFIG = /(?:^|\/)conf\.py$/
const HOSTING = /(?:^|\/)\.readthedocs\.ya?ml$/

/**
 * https://www.sphinx-doc.org (`conf.py`), with pages in reStructuredText and in MyST Markdown, and Jupyter Book before its
 * second version (`_toc.yml`). Notebooks are not read.
 */
export const sphinx: Generator = {
  name: 'sphinx',
  above: { files: ['conf.py', '_toc.yml'], beside: ['_config.yml'] },
  files: /(?:^|\/)(?:_toc\.ya?ml|_config\.ya?ml|conf\.py|\.readthedocs\.ya?ml)$/,
  namedFiles(file, text, files) {
    if (!CONFIG.test(file)) return []
    const folder = folderOf(file)
    const formats = formatsOf(text)
    if (!hasRootDocument(folder, text, new Set(files))) return []
    return files.filter((each) => isDocument(below(folder, each), formats))
  },
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const toc = shallowest(source.files, TOC)
  const files = new Set(source.files)
  const isConfig = (path: string) => {
    const script = source.texts.get(path) ?? ''
    return CONFIG.test(path) && (MYST.test(script) || hasRootDocument(folderOf(path), script, files))
  }
  const file = toc ?? shallowest(source.files.filter(isConfig), CONFIG, source.files)
  if (file === undefined) return undefined
  const root = folderOf(file)
  const script = source.texts.get(joinPath(root, 'conf.py')) ?? ''
  const hosting = shallowest([...source.texts.keys()], HOSTING) ?? ''
  const hasFolders = /^[ \t]*builder:[ \t]*["']?dirhtml/m.test(source.texts.get(hosting) ?? '')
  const routeOf = (inside: string) => {
    const path = normalizePagePath(inside)
    return hasFolders || /(?:^|\/)index$/.test(inside) ? path : `${path}.html`
  }
  const isLeftOut = leftOut(source, file)
  const formats: readonly FormatName[] = toc === undefined ? formatsOf(script) : ['rst', 'myst']
  const site = documentLayout(source, { name: 'sphinx', toc: TOC, root, isLeftOut, route: routeOf, formats })
  const texts = [...source.texts].flatMap(([path, text]): [string, string][] => {
    const inside = below(root, path)
    return inside !== undefined && isDocument(inside, formats) && site.isPage(path) ? [[inside, text]] : []
  })
  const names = new SphinxDocuments(new Map(texts))
  const { rootDocument, attributes } = sphinxConfiguration(script)
  const references = new SphinxReferences({
    root,
    files: source.files,
    isPage: site.isPage,
    pagePath: site.pagePath,
    names,
    attributes,
    routeOf,
  })
  let navigation: Navigation | undefined
  const takesNotebooks = toc !== undefined || TAKES_NOTEBOOKS.test(script)
  return {
    ...site,
    siteLanguage: siteLanguage(attributes['config:language']),
    references,
    unreadFormats: [...(takesNotebooks ? NOTEBOOKS : []), ...otherSuffixes(script, formats)],
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
    ...(toc === undefined && { navigationFiles: { names: [], nameFiles: true, read: toctreeEntries } }),
    // Read only by those who need it: all documents are taken apart for it.
    get navigation() {
      const pages = toc === undefined ? toctreeNavigation(names, rootDocument, routeOf) : []
      navigation ??= { pages, redirects: sphinxRedirects(script, routeOf), problems: [] }
      return navigation
    },
    /** What others call a page and its places stands in the pages that refer to it. */
    get presenceSettings() {
      return contentHash(JSON.stringify([attributes, names.summary()]))
    },
  }
}

function formatsOf(script: string): FormatName[] {
  return MYST.test(script) ? ['rst', 'myst'] : ['rst']
}

/** Endings of documents that `source_suffix` adds, such as `.txt`. */
function otherSuffixes(script: string, formats: readonly FormatName[]): string[] {
  const written = listsNamed('source_suffix', script)
  return written.filter((suffix) => /^\.\w{1,20}$/.test(suffix) && !isInFormats(`a${suffix}`, formats))
}

/** Other programs have a `conf.py`, too: that of Sphinx has the first document of its site beside it. */
function hasRootDocument(folder: string, script: string, files: ReadonlySet<string>): boolean {
  const { rootDocument } = sphinxConfiguration(script)
  const names = pageFileNames(joinPath(folder, rootDocument), ...formatsOf(script))
  return names.some((name) => files.has(name))
}

function isDocument(inside: string | undefined, formats: readonly FormatName[]): boolean {
  return inside !== undefined && isInFormats(inside, formats) && !BESIDE_DOCUMENTS.test(inside)
}
