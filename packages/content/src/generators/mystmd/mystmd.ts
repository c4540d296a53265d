import type { Generator } from '../../layout/generator.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf } from '../../paths/folder.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { NOTEBOOKS } from '../../paths/unread-formats.ts'
import { documentLayout } from '../parts/document-layout.ts'
import { mystProject } from './left-out.ts'

const CONFIG = /(?:^|\/)myst\.ya?ml$/

/** https://mystmd.org (`myst.yml`), and Jupyter Book from its second version. */
export const mystmd: Generator = {
  name: 'mystmd',
  above: { files: ['myst.yml'] },
  files: CONFIG,
  settings: [{ file: /(?:^|\/)myst\.ya?ml$/i, navigation: ['toc', 'project.toc', 'site.nav'] }],
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, CONFIG)
  if (file === undefined) return undefined
  const keepsFolders = /^[ \t]*folders:[ \t]*true\b/m.test(source.texts.get(file) ?? '')
  const root = folderOf(file)
  const { isLeftOut, defaults } = mystProject(source, file)
  const route = (inside: string) => {
    const name = keepsFolders ? inside : inside.slice(inside.lastIndexOf('/') + 1)
    return normalizePagePath(name.toLowerCase().replace(/[^a-z0-9/]+/g, '-'))
  }
  const site = documentLayout(source, { name: 'mystmd', toc: CONFIG, root, isLeftOut, route })
  return {
    ...site,
    ...(site.navigationFiles && { navigationFiles: { ...site.navigationFiles, buildsListed: true } }),
    unreadFormats: [...NOTEBOOKS, '.tex'],
    defaults: (path) => defaults(below(root, path) ?? path),
  }
}
