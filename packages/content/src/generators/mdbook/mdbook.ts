import type { Generator } from '../../layout/generator.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { type LocatedValue, textAt, valueAt } from '../../located/located-value.ts'
import { readLocated } from '../../located/read-data.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizePagePath, normalizeSegments } from '../../paths/page-path.ts'
import { SUMMARY_FILE, SUMMARY_PAGE } from '../../paths/summary-page.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { summaryLayout } from '../parts/summary-layout.ts'
import { CONFIG, navigationFiles } from './navigation.ts'
import { shownCode } from './shown-code.ts'

/** Texts that pages take in from anywhere in their book: code, its output, and its configuration. */
const INCLUDABLE =
  /\.(?:rs|toml|txt|console|sh|bash|ps1|c|h|cc|cpp|hpp|py|js|ts|json|ya?ml|html|css|sql|go|java|kt|rb|swift|proto|ini|cfg|conf|diff|patch)$/i

/** https://rust-lang.github.io/mdBook: `book.toml` with the folder of the pages (`book.src`), which has a `SUMMARY.md`. */
export const mdbook: Generator = {
  name: 'mdbook',
  above: { files: ['book.toml'] },
  files: new RegExp(`${CONFIG.source}|${SUMMARY_FILE.source}`),
  settings: [{ file: CONFIG, navigation: ['output.html.redirect'] }],
  includable(files) {
    const books = files.filter((file) => CONFIG.test(file)).map((file) => file.slice(0, -'book.toml'.length))
    return (file) => INCLUDABLE.test(file) && books.some((folder) => file.startsWith(folder))
  },
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, CONFIG)
  if (file === undefined) return undefined
  const config = readLocated(file, source.texts.get(file) ?? '')
  const folder = textAt(valueAt(config, 'book'), 'src') ?? 'src'
  const root = normalizeSegments(joinPath(folderOf(file), folder))
  const html = valueAt(valueAt(config, 'output'), 'html')
  const redirects = valueAt(html, 'redirect')
  const base = `/${normalizeSegments(textAt(html, 'site-url') ?? '')}/`.replace('//', '/')
  const hidden = hiddenPrefixes(valueAt(valueAt(html, 'code'), 'hidelines'))
  const site = summaryLayout(source, {
    name: 'mdbook',
    root,
    summary: joinPath(root, SUMMARY_PAGE),
    route: routeOf,
    redirects: (redirects?.kind === 'record' ? redirects.entries : []).flatMap(({ key, value }) => {
      if (key === undefined || value.kind !== 'text') return []
      const target = value.value.startsWith(base) ? value.value.slice(base.length - 1) : value.value
      return [{ source: addressOf(key), destination: redirectTarget(key, target) }]
    }),
  })
  const [first] = site.navigation.pages
  // mdBook shows the first chapter at the beginning of the book.
  if (first !== undefined && !site.navigation.pages.some(({ path }) => path === '/'))
    site.navigation.redirects.push({ source: '/', destination: first.path })
  return {
    ...site,
    siteLanguage: siteLanguage(textAt(valueAt(config, 'book'), 'language')),
    rewrite: (_, text) => shownCode(text, hidden),
    navigationFiles,
  }
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
