import { checkNavigation } from '../../checks/check-navigation.ts'
import type { Generator } from '../../layout/generator.ts'
import { FILE_LINKS } from '../../layout/link-style.ts'
import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { PageMove } from '../../layout/navigation-reference.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { Texts } from '../../located/read-script.ts'
import { mintlifyLayout } from '../../site-layout/mintlify/mintlify.ts'
import { mintlifyNavigation } from '../../site-navigation/generators/mintlify-navigation.ts'
import { addRedirect } from './add-redirect.ts'
import { memberAt, readConfiguration, referredFiles } from './configuration.ts'

const CONFIG = /(?:^|\/)docs\.json$/
const OLDER = /(?:^|\/)mint\.json$/

const navigationFiles: NavigationFiles = {
  names: [CONFIG, OLDER],
  nameFiles: true,
  chainRedirects: true,
  read: mintlifyNavigation,
  problems({ map, texts }, file) {
    const hasPage = (path: string) => map.find('', { target: path, kind: 'internal' }).kind !== 'missing'
    return checkNavigation(texts.get(file) ?? '', { hasPage }, file, texts)
  },
  redirect,
}

/** https://mintlify.com/docs: `docs.json`, or the older `mint.json`, beside the pages. */
export const mintlify: Generator = {
  name: 'mintlify',
  files: /(?:^|\/)(?:docs\.json|mint\.json|\.mintignore)$/,
  pageModules: /^@mintlify\/components/,
  namedFiles: referredFiles,
  layout(source) {
    const found = mintlifyLayout(source)
    return found && { ...found, links: FILE_LINKS, navigationFiles }
  },
}

/** An older `mint.json` takes redirects where it has some already. */
function redirect({ oldRoute, newRoute }: PageMove, _: string, texts: Texts) {
  const files = [...texts.keys()]
  const config = shallowest(files, CONFIG) ?? shallowest(files, OLDER)
  if (config === undefined) return undefined
  const list = memberAt(readConfiguration(config, texts), 'redirects')
  if (!CONFIG.test(config) && (list?.kind !== 'list' || list.items.length === 0)) return undefined
  const file = list?.file ?? config
  const text = texts.get(file) ?? ''
  const redirected = addRedirect(text, oldRoute, newRoute)
  return redirected === text ? undefined : { file, text: redirected }
}
