import { defined } from '../../basics/defined.ts'
import type { Generator } from '../../layout/generator.ts'
import { FILE_LINKS } from '../../layout/link-style.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { pagePathOf } from '../../paths/page-path.ts'
import { dataOf, referredFiles } from './configuration.ts'
import { mintlifyOpenapi } from './declared-openapi.ts'
import { mintlifyIds } from './heading-ids.ts'
import { isUsuallyLeftOut, leftOut, presenceByFrontmatter } from './left-out.ts'
import { CONFIGS, navigationFiles } from './navigation.ts'
import { listedNavigation, locateNavigation } from './parse-navigation.ts'
import { withVariables } from './variables.ts'

/** Reusable texts, which have no address of their own. */
const PARTIAL = /(?:^|\/)(?:snippets|_[^/]*)\//

/** https://mintlify.com/docs: `docs.json`, or the older `mint.json`, beside the pages. */
export const mintlify: Generator = {
  name: 'mintlify',
  above: { files: ['docs.json', 'mint.json'] },
  files: /(?:^|\/)(?:docs\.json|mint\.json|\.mintignore)$/,
  pageModules: /^@mintlify\/components/,
  namedFiles: referredFiles,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const [file] = CONFIGS.flatMap((name) => shallowest(source.files, name) ?? [])
  const text = file === undefined ? undefined : source.texts.get(file)
  // Others keep data under this name, too.
  if (file === undefined || text === undefined || !/"navigation"\s*:/.test(text)) return undefined
  const root = folderOf(file)
  const located = locateNavigation(text, file, source.texts)
  const config = located.root && dataOf(located.root)
  const rewrite = withVariables(config)
  const navigation = listedNavigation(located)
  const listed = new Set(navigation.pages.map((each) => each.path))
  const isLeftOut = leftOut(source, root)
  const isPage = (path: string) => {
    const inside = below(root, path)
    if (inside === undefined || PARTIAL.test(inside) || isLeftOut(inside)) return false
    return !isUsuallyLeftOut(inside) || listed.has(pagePathOf(path, root))
  }
  return {
    name: 'mintlify',
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath: (path) => pagePathOf(path, root),
    language: localeLookup(source.files.filter(isPage), root),
    version: () => undefined,
    navigation,
    navigationIsComplete: navigation.pages.length > 0,
    links: FILE_LINKS,
    navigationFiles,
    servesHidden: true,
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
    headingIds: mintlifyIds,
    ...defined({ rewrite: rewrite && ((_: string, text: string) => rewrite(text)) }),
    openapi: mintlifyOpenapi(config, root),
  }
}
