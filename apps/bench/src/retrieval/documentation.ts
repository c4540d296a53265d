import type { Collection, Entry } from './collection.ts'
import { globalPath, linkQueries, normalizeAnchor } from './link-queries.ts'
import type { Site, SitePage } from './site-pages.ts'
import { siteRoutes } from './site-routes.ts'

/** The pages of all sites as one documentation, each site below its name. */
export function documentation(sites: readonly Site[]): Collection {
  const queries = linkQueries(sites)
  const asked = new Set(queries.map(({ text }) => normalizeAnchor(text)))
  return {
    name: 'documentation',
    kind: 'documentation',
    entries: sites.flatMap((site) => siteEntries(site, asked)),
    queries,
  }
}

/**
 * Without the links whose texts may be asked: ranking reads what other pages call a page, and would read the answers.
 * The others lead to the pages below the site's name.
 */
function siteEntries(site: Site, asked: ReadonlySet<string>): Entry[] {
  const routeOf = siteRoutes(site)
  return site.pages.map(({ page, passages }: SitePage) => {
    const path = globalPath(site, page.path)
    const file = `${site.name}/${page.file}`
    const links = page.links.flatMap((link) => {
      const linked = link.kind === 'internal' ? routeOf(link.target, page) : undefined
      const isKept = linked !== undefined && !asked.has(normalizeAnchor(link.text))
      return isKept ? [{ ...link, target: globalPath(site, linked) }] : []
    })
    return {
      hash: file,
      page: { ...page, path, file, links },
      passages: passages.map((passage) => ({
        ...passage,
        pagePath: path,
        id: `/${site.name}${passage.id}`,
      })),
    }
  })
}
