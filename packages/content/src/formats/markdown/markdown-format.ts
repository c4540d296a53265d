import { defined } from '../../basics/defined.ts'
import type { FormatName } from '../../paths/format-name.ts'
import type { Problem } from '../../paths/problem.ts'
import { readFrontmatter } from '../page/frontmatter.ts'
import type { SourceFormat } from '../page/source-format.ts'
import { expandIncludes, includeCandidates } from './expand-includes.ts'
import { inspectMarkdown } from './inspect-markdown.ts'
import { locateLinks } from './locate-links.ts'
import { missingIncludes } from './missing-includes.ts'
import { withExportedMetadata } from './modules/exported-metadata.ts'
import { hasModuleCode, withoutModuleCode } from './modules/module-code.ts'
import { pageProblems, parsePage } from './parse-page.ts'
import { type ScannedPage, scanPage } from './scan/scan-page.ts'

/** CommonMark with GFM: https://spec.commonmark.org, https://github.github.com/gfm. */
export const markdown: SourceFormat = markdownFormat('markdown')
export const aliasedMarkdown: SourceFormat = markdownFormat('aliased-markdown')

/** @param compile finds what only a full parse of the page shows */
export function markdownFormat(
  name: FormatName,
  compile?: (page: ScannedPage) => Promise<Problem | undefined>,
): SourceFormat {
  return {
    name,
    frontmatter: readFrontmatter,
    includes: (path, source, site) => includeCandidates(path, source, site),
    missingIncludes: (path, source, site, exists) => missingIncludes(path, source, exists, site),
    parse({ path, file, source, root, site, included, place }) {
      const whole =
        included.size === 0 ? source : expandIncludes(path, source, (each) => included.get(each), site)
      const isMdx = name === 'mdx' || site.hasModules === true || [source, whole].some(hasModuleCode)
      const bare = isMdx ? withoutModuleCode(withExportedMetadata(whole)) : whole
      const text = site.rewrite?.(path, bare) ?? bare
      const parsed = parsePage(file, text, { root, place, ...defined({ headingIds: site.headingIds }) })
      // Lines of problems are those of the file as it is written.
      return text === source ? parsed : { ...parsed, problems: pageProblems(file, source) }
    },
    inspect: (file, source, options = {}) =>
      inspectMarkdown(file, source, options.compile === false ? undefined : compile),
    links: (file, source) => locateLinks(scanPage(file, source)),
    encodeTarget: (path) =>
      path.replace(/[\s()<>"'\\?#%]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`),
    relativeImports: (source) =>
      [...source.matchAll(/^import\b[^'"\r\n\u2028\u2029]*['"](\.[^'"\r\n\u2028\u2029]+)['"]/gm)].map(
        (match) => match[1] ?? '',
      ),
  }
}
