import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { PageMove, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { shallowest } from '../../layout/shallowest.ts'
import { valueAt, valuesUnder } from '../../located/located-value.ts'
import type { Texts } from '../../located/read-script.ts'
import { below, joinPath } from '../../paths/folder.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'
import { joined, type NavigationRules, readItems } from '../parts/navigation-reader.ts'
import { withRedirect } from '../parts/with-redirect.ts'
import { addMkdocsRedirect } from './add-redirect.ts'

export const CONFIG = /(?:^|\/)mkdocs\.ya?ml$/

/** https://www.mkdocs.org/user-guide/configuration/#nav: files below `docs_dir`; and `redirect_maps` of mkdocs-redirects. */
export const navigationFiles: NavigationFiles = {
  names: [CONFIG],
  nameFiles: true,
  chainRedirects: true,
  read,
  redirect,
}

function read({ map, config, read }: NavigationSource): SiteNavigation {
  const root = read(config(CONFIG))
  const folder = map.folder
  const rules: NavigationRules<undefined> = {
    pageKeys: () => [],
    itemKeys: () => 'all',
    target(written) {
      const path = written.replace(/^\.?\//, '').replace(/#.*$/s, '')
      if (/^[a-z]+:/i.test(written) || !isDocumentationFile(path)) return undefined
      const page = joinPath(folder, path)
      const isPage = map.routeOf(page) !== undefined
      return {
        page: isPage ? page : undefined,
        isDead: !map.hasFile(page),
        respell: ({ to }) => {
          const inside = below(folder, to)
          return inside === undefined ? undefined : written.replace(path, () => inside)
        },
      }
    },
  }
  const nav = valueAt(root, 'nav')
  return joined(
    nav === undefined ? joined() : readItems(nav, rules, undefined),
    ...valuesUnder(root, 'redirect_maps').map((part) =>
      readItems(part, { ...rules, isRedirect: true }, undefined),
    ),
  )
}

/** Sends readers on where the site has redirects already. */
function redirect({ before, from, to }: PageMove, _: string, texts: Texts) {
  const [old, now] = [below(before.folder, from), below(before.folder, to)]
  if (old === undefined || now === undefined) return undefined
  const file = shallowest([...texts.keys()], CONFIG, before.pages)
  return withRedirect(file, texts, (text) => addMkdocsRedirect(text, old, now))
}
