import type { LocatedLink } from '../../formats/page/source-format.ts'
import type { Generator } from '../../layout/generator.ts'
import { FILE_LINKS } from '../../layout/link-style.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { textAt, valueAt } from '../../located/located-value.ts'
import { readLocated } from '../../located/read-data.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_EXTENSION, pageExtension, withoutAddressExtension } from '../../paths/page-extension.ts'
import { normalizePagePath, normalizeSegments } from '../../paths/page-path.ts'
import { README_PAGE, SUMMARY_FILE, SUMMARY_PAGE } from '../../paths/summary-page.ts'
import { readSummary } from '../parts/read-summary.ts'
import { summaryLayout } from '../parts/summary-layout.ts'
import { CONFIG, navigationFiles } from './navigation.ts'
import { presenceByFrontmatter } from './presence.ts'
import { siteVariables, VARIABLES, writtenBlocks } from './written-blocks.ts'

const LINK_TITLE = /\]\([^()"]{0,1000}"([^"]{1,500})"\)[ \t]*\r?$/

/**
 * https://gitbook.com/docs/getting-started/git-sync/content-configuration: `.gitbook.yaml` with `root`, `structure` and
 * `redirects`, or a `SUMMARY.md` alone, which HonKit and older versions of GitBook have, too.
 */
export const gitbook: Generator = {
  name: 'gitbook',
  above: { files: ['.gitbook.yaml', 'SUMMARY.md'] },
  files: new RegExp(`${CONFIG.source}|${SUMMARY_FILE.source}|${VARIABLES.source}`),
  namedFiles(file, text) {
    if (!CONFIG.test(file)) return []
    const config = readLocated(file, text)
    const summary = textAt(valueAt(config, 'structure'), 'summary')
    const root = joinPath(folderOf(file), textAt(config, 'root') ?? '')
    return summary === undefined ? [] : [normalizeSegments(joinPath(root, summary))]
  },
  // Blocks that pages share.
  includable: () => (file) =>
    /(?:^|\/)\.gitbook\/includes\/[^/]+$/.test(file) && pageExtension(file) === MARKDOWN_EXTENSION,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, CONFIG)
  const config = file === undefined ? undefined : readLocated(file, source.texts.get(file) ?? '')
  const found = file === undefined ? shallowest(source.files, SUMMARY_FILE) : undefined
  if (file === undefined && !isSummary(source, found)) return undefined
  const home = folderOf(file ?? found ?? '')
  const root = normalizeSegments(joinPath(home, textAt(config, 'root') ?? ''))
  const structure = valueAt(config, 'structure')
  const named = (key: string, usual: string) =>
    normalizeSegments(joinPath(root, textAt(structure, key) ?? usual))
  const readme = named('readme', README_PAGE)
  const summary = found ?? named('summary', SUMMARY_PAGE)
  const route = (inside: string) => (joinPath(root, inside) === readme ? '/' : routeOf(inside))
  const redirects = valueAt(config, 'redirects')
  const entries = redirects?.kind === 'record' ? redirects.entries : []
  const text = source.texts.get(summary) ?? ''
  const lines = text.split('\n')
  // The title of a link is what the table of contents calls the page.
  const titleOf = ({ text: written, line }: LocatedLink) =>
    LINK_TITLE.exec(lines[line - 1] ?? '')?.[1] ?? written
  const site = summaryLayout(source, {
    titleOf,
    name: 'gitbook',
    root,
    summary,
    route,
    redirects: entries.flatMap(({ key, value }) =>
      key === undefined || value.kind !== 'text'
        ? []
        : [{ source: normalizePagePath(key), destination: route(normalizeSegments(value.value)) }],
    ),
  })
  const titles = new Map(readSummary(summary, text).map((entry) => [entry.file, entry.link.text]))
  const variables = siteVariables(source, root)
  return {
    ...site,
    servesHidden: 'marked',
    rewrite: (path, page) => writtenBlocks(path, page, { titles, variables }),
    links: { ...FILE_LINKS, ownsHost: false },
    navigationFiles,
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
  }
}

/** Other documents have this name, too: a table of contents leads to pages beside it. */
function isSummary({ files, texts }: LayoutSource, file: string | undefined): boolean {
  if (file === undefined) return false
  const known = new Set(files)
  return readSummary(file, texts.get(file) ?? '').some((entry) => known.has(entry.file))
}

function routeOf(inside: string): string {
  return normalizePagePath(withoutAddressExtension(inside).replace(/(^|\/)README$/i, '$1index'))
}
