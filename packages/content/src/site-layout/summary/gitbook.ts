import { withoutAddressExtension } from '../../formats/page-extension.ts'
import { normalizePagePath, normalizeSegments } from '../../formats/page-path.ts'
import { README_PAGE, SUMMARY_FILE, SUMMARY_PAGE } from '../../formats/summary-page.ts'
import { presenceByFrontmatter } from '../../generators/gitbook/presence.ts'
import { textAt, valueAt } from '../../located/located-value.ts'
import { readLocated } from '../../located/read-data.ts'
import { folderOf, joinPath, shallowest } from '../layout-file.ts'
import type { LayoutSource, SiteLayout } from '../site-layout.ts'
import { readSummary } from './read-summary.ts'
import { summaryLayout } from './summary-layout.ts'

const CONFIG = /(?:^|\/)\.gitbook\.ya?ml$/

/**
 * https://gitbook.com/docs/getting-started/git-sync/content-configuration: `.gitbook.yaml` with `root`, `structure` and
 * `redirects`, or a `SUMMARY.md` alone, which HonKit and older versions of GitBook have, too.
 */
export function gitbookLayout(source: LayoutSource): SiteLayout | undefined {
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
  const layout = summaryLayout(source, {
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
  return { ...layout, presence: (_, frontmatter) => presenceByFrontmatter(frontmatter) }
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
