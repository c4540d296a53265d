import { pictureType } from '@docent/core'
import type { CallOptions, Reply } from '@docent/core/plugin'
import { taggedReply } from './html/page-shell.ts'
import type { SiteVisit } from './show-page.ts'
import type { SiteContents } from './site-contents.ts'

const MOST_BYTES = 5 * 1024 * 1024

/** Folders from which site generators serve files without naming them; the site may be in a folder of its own. */
const PUBLIC_FOLDERS = ['', 'static/', 'public/', 'docs/', 'assets/'].concat(
  ['docs/', 'website/', 'site/'].flatMap((site) =>
    ['static/', 'public/', 'assets/'].map((folder) => site + folder),
  ),
)
/** The same of a site whose documentation is in a folder below it, or beside it. */
const FOLDERS_ABOVE = PUBLIC_FOLDERS.filter((folder) => /(?:static|public)\/$/.test(folder))
/** Docusaurus: the folder of the site. */
const SITE_ALIAS = '@site/'

/**
 * A picture of the documentation folder. Nothing else of a repository is served: not a page, not a script, and not a
 * file whose content is no picture. A picture is shown to whoever may read a page that uses it. Opened by itself, an SVG image runs nothing and loads nothing.
 */
export async function siteFile({ call, site, contents, isPublic }: SiteVisit, file: string): Promise<Reply> {
  const { signal, headers } = call
  const isUsed = await site.pictures.isUsed(contents, file, { signal })
  const found = isUsed ? await findPicture(contents, file, { signal }) : undefined
  if (found === undefined)
    return {
      kind: 'text',
      status: 404,
      type: 'text/plain; charset=utf-8',
      body: 'There is no such image.\n',
    }
  return taggedReply(
    found,
    { isPublic, isIndexed: isPublic, ifNoneMatch: headers['if-none-match'] },
    {
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  )
}

async function findPicture(contents: SiteContents, file: string, options: CallOptions) {
  const { docsPath } = contents.project
  const root = docsPath === '' ? '' : `${docsPath}/`
  const isInside =
    file.startsWith(root) && !file.split('/').some((part) => part === '..' || part === '.' || part === '')
  if (!isInside || !/\.(?:png|jpe?g|gif|webp|avif|ico|svg)$/i.test(file)) return undefined
  for (const path of candidates(file.slice(root.length), docsPath)) {
    const body = await contents.file(path, MOST_BYTES, options)
    const type = body === undefined ? undefined : pictureType(path, body)
    if (body !== undefined && type !== undefined) return { type, body }
  }
  return undefined
}

/** Where a picture may be, the likeliest first. */
function* candidates(inside: string, docsPath: string): Generator<string> {
  const alias = inside.lastIndexOf(SITE_ALIAS)
  const name = alias < 0 ? inside : inside.slice(alias + SITE_ALIAS.length)
  const parts = docsPath.split('/').filter((part) => part !== '')
  const base = parts.map((part) => `${part}/`).join('')
  for (const folder of PUBLIC_FOLDERS) yield base + folder + name
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const above = parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join('')
    for (const folder of alias < 0 ? FOLDERS_ABOVE : ['', 'website/', 'site/']) yield above + folder + name
  }
}
