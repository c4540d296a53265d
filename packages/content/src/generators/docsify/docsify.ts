import { countedIds } from '../../formats/page/heading-ids.ts'
import type { Generator } from '../../layout/generator.ts'
import { FILE_LINKS } from '../../layout/link-style.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { README_PAGE, SIDEBAR_FILE, SIDEBAR_PAGE } from '../../paths/summary-page.ts'
import { readSummary } from '../parts/read-summary.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { listedPages } from '../parts/summary-layout.ts'
import { includesOf, markdownOf } from './marks.ts'
import { navigationFiles, sidebarFile } from './sidebar.ts'

/** The page that loads Docsify lies beside the documentation, not deep in the folders of something else. */
const HOST = /^(?:[^/]{1,100}\/){0,2}index\.html$/

const LANGUAGE = /<html\b[^<>]{0,200}?\blang=["']?([\w-]{1,40})/i

/**
 * https://docsify.js.org: a folder of Markdown that a script in `index.html` shows. Nothing is built: files have their
 * addresses by their paths, and what begins with an underscore belongs to the frame.
 */
export const docsify: Generator = {
  name: 'docsify',
  files: new RegExp(`${HOST.source}|${SIDEBAR_FILE.source}`),
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const host = shallowest(
    source.files.filter((file) => source.texts.get(file)?.includes('$docsify') === true),
    HOST,
    source.files,
  )
  if (host === undefined) return undefined
  const root = folderOf(host)
  const home = setting(source.texts.get(host) ?? '', 'homepage') ?? README_PAGE
  const isPage = (file: string) => {
    const inside = below(root, file)
    return inside !== undefined && isDocumentationFile(file) && !/(?:^|\/)[_.]/.test(inside)
  }
  const pagePath = (file: string) => {
    const inside = below(root, file) ?? file
    if (inside === home) return '/'
    if (inside === README_PAGE) return normalizePagePath(withoutPageExtension(inside))
    return normalizePagePath(withoutPageExtension(inside).replace(/(^|\/)README$/, '$1index'))
  }
  const sidebar = joinPath(root, SIDEBAR_PAGE)
  const entries = readSummary(sidebar, source.texts.get(sidebar) ?? '', sidebarFile(root))
  return {
    name: 'docsify',
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath,
    language: localeLookup(source.files.filter(isPage), root),
    siteLanguage: siteLanguage(LANGUAGE.exec(source.texts.get(host) ?? '')?.[1]),
    version: () => undefined,
    navigation: { pages: listedPages(entries, pagePath), redirects: [], problems: [] },
    navigationIsComplete: false,
    links: { ...FILE_LINKS, ownsHost: false },
    navigationFiles,
    headingIds: () => countedIds(docsifySlug, 1),
    rewrite: (_, text) => markdownOf(text),
    includes: includesOf(root),
  }
}

/** https://github.com/docsifyjs/docsify/blob/develop/src/core/render/slugify.js */
function docsifySlug(heading: string): string {
  return heading
    .trim()
    .normalize('NFC')
    .replaceAll(/<[^<>\n]{0,500}>/g, '')
    .replaceAll(/[\u2000-\u206F\u2E00-\u2E7F\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g, '')
    .replaceAll(/\s/g, '-')
    .replaceAll(/-+/g, '-')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}

/** A text of the settings in the script, where it stands as a literal. */
function setting(html: string, name: string): string | undefined {
  return new RegExp(`\\b${name}:\\s{0,20}["']([^"'\\n]{1,200})["']`).exec(html)?.[1]
}
