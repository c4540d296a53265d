import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { NavigationReference, PageMove, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { shallowest } from '../../layout/shallowest.ts'
import { valueAt } from '../../located/located-value.ts'
import type { Texts } from '../../located/read-script.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { relativePath } from '../../paths/relative-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'
import { SUMMARY_FILE } from '../../paths/summary-page.ts'
import { joined } from '../parts/navigation-reader.ts'
import { summaryEntries } from '../parts/summary-entries.ts'
import { withRedirect } from '../parts/with-redirect.ts'
import { addMdbookRedirect } from './add-redirect.ts'

export const CONFIG = /(?:^|\/)book\.toml$/

/** `SUMMARY.md` and `output.html.redirect` in `book.toml`: from addresses to addresses, which may be relative. */
export const navigationFiles: NavigationFiles = {
  names: [SUMMARY_FILE],
  nameFiles: true,
  read,
  redirect,
}

function read(source: NavigationSource): SiteNavigation {
  const { map, config, read } = source
  const html = valueAt(valueAt(read(config(CONFIG)), 'output'), 'html')
  const redirects = valueAt(html, 'redirect')
  const entries = redirects?.kind === 'record' ? redirects.entries : []
  const found = entries.map(({ key = '', value }, index): SiteNavigation => {
    if (value.kind !== 'text' || redirects?.kind !== 'record') return joined()
    const { path, suffix } = splitTarget(value.value)
    if (path === '' || /^[a-z]+:/i.test(path)) return joined()
    const home = key.replace(/^\//, '')
    const page = map.pageAt(routeOf(path.startsWith('/') ? path : `/${joinPath(folderOf(home), path)}`))
    const reference: NavigationReference = {
      ...value,
      written: value.value,
      page,
      isDead: page === undefined,
      isRedirect: true,
      trail: [{ around: redirects, index, isDictionary: true, hasPage: false, hasItems: false }],
      respell: ({ newRoute }) =>
        (path.startsWith('/') ? newRoute : relativePath(home, newRoute.slice(1), path)) + suffix,
    }
    return { references: [reference], computed: [] }
  })
  return joined(summaryEntries(source), ...found)
}

function routeOf(path: string): string {
  const resolved = new URL(path, 'http://localhost').pathname
  return resolved.replace(/(?:\/index\.html|\/)$/, '') || '/'
}

function redirect({ before, oldRoute, newRoute }: PageMove, _: string, texts: Texts) {
  const file = shallowest([...texts.keys()], CONFIG, before.pages)
  return withRedirect(file, texts, (text) => addMdbookRedirect(text, oldRoute, newRoute))
}
