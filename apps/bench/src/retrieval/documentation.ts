import type { Collection, Entry } from './collection.ts'
import { globalPath, linkQueries } from './link-queries.ts'
import type { Site } from './site-pages.ts'

/** The pages of all sites as one documentation, each site below its name. */
export function documentation(sites: readonly Site[]): Collection {
  return {
    name: 'documentation',
    kind: 'documentation',
    entries: sites.flatMap((site) => site.pages.map(({ page, passages }) => entry(site, { page, passages }))),
    queries: linkQueries(sites),
  }
}

/** Without its links: their texts are the queries, and ranking would otherwise read the answers. */
function entry(site: Site, { page, passages }: Site['pages'][number]): Entry {
  const path = globalPath(site, page.path)
  const file = `${site.name}/${page.file}`
  return {
    hash: file,
    page: { ...page, path, file, links: [] },
    passages: passages.map((passage) => ({ ...passage, pagePath: path, id: `/${site.name}${passage.id}` })),
  }
}
