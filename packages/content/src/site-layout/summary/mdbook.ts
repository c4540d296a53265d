import { withoutPageExtension } from '../../formats/page-extension.ts'
import { normalizePagePath, normalizeSegments } from '../../formats/page-path.ts'
import { SUMMARY_PAGE } from '../../formats/summary-page.ts'
import { type LocatedValue, textAt, valueAt } from '../../located/located-value.ts'
import { readLocated } from '../../located/read-data.ts'
import { folderOf, joinPath, shallowest } from '../layout-file.ts'
import type { LayoutSource, SiteLayout } from '../site-layout.ts'
import { shownCode } from './shown-code.ts'
import { summaryLayout } from './summary-layout.ts'

/** https://rust-lang.github.io/mdBook: `book.toml` with the folder of the pages (`book.src`), which has a `SUMMARY.md`. */
export function mdbookLayout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, /(?:^|\/)book\.toml$/)
  if (file === undefined) return undefined
  const config = readLocated(file, source.texts.get(file) ?? '')
  const folder = textAt(valueAt(config, 'book'), 'src') ?? 'src'
  const root = normalizeSegments(joinPath(folderOf(file), folder))
  const html = valueAt(valueAt(config, 'output'), 'html')
  const redirects = valueAt(html, 'redirect')
  const hidden = hiddenPrefixes(valueAt(valueAt(html, 'code'), 'hidelines'))
  const layout = summaryLayout(source, {
    name: 'mdbook',
    root,
    summary: joinPath(root, SUMMARY_PAGE),
    route: routeOf,
    redirects: (redirects?.kind === 'record' ? redirects.entries : []).flatMap(({ key, value }) => {
      if (key === undefined || value.kind !== 'text') return []
      return [{ source: addressOf(key), destination: redirectTarget(key, value.value) }]
    }),
  })
  return { ...layout, rewrite: (_, text) => shownCode(text, hidden) }
}

/** Pages end in `.html`, but a `README.md` is the index of its folder. */
function routeOf(inside: string): string {
  const stem = withoutPageExtension(inside).replace(/(^|\/)README$/i, '$1index')
  return /(?:^|\/)index$/.test(stem) ? normalizePagePath(stem) : `${normalizePagePath(stem)}.html`
}

/** The address of an HTML file. */
function addressOf(written: string): string {
  const path = normalizeSegments(written)
  return /(?:^|\/)index\.html$/.test(path)
    ? normalizePagePath(path.slice(0, -'.html'.length))
    : normalizePagePath(path)
}

/** It counts from the address that sends readers on. */
function redirectTarget(from: string, to: string): string {
  if (/^[a-z]+:\/\//i.test(to)) return to
  return addressOf(to.startsWith('/') ? to : `${folderOf(normalizeSegments(from))}/${to}`)
}

function hiddenPrefixes(value: LocatedValue | undefined): Map<string, string> {
  const entries = value?.kind === 'record' ? value.entries : []
  return new Map(
    entries.flatMap(({ key, value: each }) =>
      key !== undefined && each.kind === 'text' && each.value !== '' ? [[key, each.value]] : [],
    ),
  )
}
