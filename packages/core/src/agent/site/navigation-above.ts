import { readNavigation } from '@docent/content'
import type { DocsSite } from '../../domain/docs-site.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { openSite } from './open-site.ts'

/** Files outside of the documentation folder that list its pages: `mkdocs.yml` above `docs`, `website/sidebars.js` beside it. */
export async function navigationAbove(opening: {
  workspace: Workspace
  site: DocsSite
  signal: AbortSignal
}): Promise<ReadonlySet<string>> {
  const { root } = opening.site
  const isInside = (file = '') => root === '' || file.startsWith(`${root}/`)
  if (root === '') return new Set()
  try {
    const { map, texts } = await openSite(opening)
    const listing = readNavigation(map, texts).references.filter(
      ({ file, page }) => !isInside(file) && isInside(page ?? '/'),
    )
    return new Set(listing.map(({ file }) => file))
  } catch (error) {
    // The tools that need a configuration report that it is too large.
    if (DocentError.is(error)) return new Set()
    throw error
  }
}
