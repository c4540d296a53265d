import { documentName } from '../../formats/myst/locate-links.ts'
import { referencePaths } from '../../layout/moved-reference.ts'
import type { NavigationTarget, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { valueAt } from '../../located/located-value.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { joined, type NavigationRules, readItems } from './navigation-reader.ts'

/**
 * `_toc.yml` of Jupyter Book (https://jupyterbook.org/v1/structure/toc.html) and `project.toc` of `myst.yml`
 * (https://mystmd.org/guide/table-of-contents). What `toctree` directives list are links of their pages.
 */
export function documentNavigation({ map, config, read }: NavigationSource): SiteNavigation {
  const file = config(/(?:^|\/)_toc\.ya?ml$/) ?? config(/(?:^|\/)myst\.ya?ml$/)
  const root = read(file)
  if (file === undefined || root === undefined) return joined()
  // It names documents by their path from its own folder.
  const home = joinPath(folderOf(file), '_toc')
  const rules: NavigationRules<undefined> = {
    pageKeys: () => ['file', 'root', 'doc'],
    itemKeys: () => ['parts', 'chapters', 'sections', 'subtrees', 'entries', 'items', 'children', 'toc'],
    target(written): NavigationTarget {
      const found = map.find(home, { target: documentName(written), kind: 'internal' })
      return {
        page: found.kind === 'page' ? found.file : undefined,
        isDead: found.kind === 'missing',
        respell: ({ to, before }) => referencePaths({ map: before, home, to, written, as: 'page' })[0],
      }
    },
  }
  const project = valueAt(root, 'project')
  return readItems(project ?? root, rules, undefined)
}
