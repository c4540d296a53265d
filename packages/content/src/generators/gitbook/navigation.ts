import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { valueAt } from '../../located/located-value.ts'
import { below, joinPath } from '../../paths/folder.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'
import { SUMMARY_FILE } from '../../paths/summary-page.ts'
import { joined, type NavigationRules, readItems } from '../parts/navigation-reader.ts'
import { summaryEntries } from '../parts/summary-entries.ts'

export const CONFIG = /(?:^|\/)\.gitbook\.ya?ml$/

/** `SUMMARY.md` and `redirects` in `.gitbook.yaml`: from addresses to files below the folder of the pages. */
export const navigationFiles: NavigationFiles = {
  names: [SUMMARY_FILE],
  nameFiles: true,
  read,
}

function read(source: NavigationSource): SiteNavigation {
  const { map, config, read } = source
  const folder = map.folder
  const rules: NavigationRules<undefined> = {
    pageKeys: () => [],
    itemKeys: () => 'all',
    isRedirect: true,
    target(written) {
      const page = joinPath(folder, written.replace(/^\.?\//, ''))
      if (!isDocumentationFile(written)) return undefined
      return {
        page: map.routeOf(page) === undefined ? undefined : page,
        isDead: !map.hasFile(page),
        respell: ({ to }) => below(folder, to),
      }
    },
  }
  const redirects = valueAt(read(config(CONFIG)), 'redirects')
  return joined(summaryEntries(source), redirects ? readItems(redirects, rules, undefined) : joined())
}
