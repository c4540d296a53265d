import { checkNavigation } from '../../checks/check-navigation.ts'
import type { Generator } from '../../layout/generator.ts'
import { FILE_LINKS } from '../../layout/link-style.ts'
import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { PageMove } from '../../layout/navigation-reference.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { Texts } from '../../located/read-script.ts'
import { parseNavigation } from '../../parse-navigation.ts'
import { mintlifyLayout } from '../../site-layout/mintlify/mintlify.ts'
import { mintlifyNavigation } from '../../site-navigation/generators/mintlify-navigation.ts'
import { addRedirect } from './add-redirect.ts'

const CONFIG = /(?:^|\/)docs\.json$/
const OLDER = /(?:^|\/)mint\.json$/

const navigationFiles: NavigationFiles = {
  names: [CONFIG, OLDER],
  nameFiles: true,
  chainRedirects: true,
  read: mintlifyNavigation,
  problems({ map, texts }, file) {
    const hasPage = (path: string) => map.find('', { target: path, kind: 'internal' }).kind !== 'missing'
    return checkNavigation(texts.get(file) ?? '', { hasPage }, file)
  },
  redirect,
}

/** https://mintlify.com/docs: `docs.json`, or the older `mint.json`, beside the pages. */
export const mintlify: Generator = {
  name: 'mintlify',
  files: /(?:^|\/)(?:docs\.json|mint\.json|\.mintignore)$/,
  pageModules: /^@mintlify\/components/,
  layout(source) {
    const found = mintlifyLayout(source)
    return found && { ...found, links: FILE_LINKS, navigationFiles }
  },
}

/** An older `mint.json` takes redirects where it has some already. */
function redirect({ oldRoute, newRoute }: PageMove, _: string, texts: Texts) {
  const files = [...texts.keys()]
  const file = shallowest(files, CONFIG) ?? shallowest(files, OLDER)
  const text = texts.get(file ?? '')
  if (file === undefined || text === undefined) return undefined
  if (!CONFIG.test(file) && parseNavigation(text).redirects.length === 0) return undefined
  const redirected = addRedirect(text, oldRoute, newRoute)
  return redirected === text ? undefined : { file, text: redirected }
}
