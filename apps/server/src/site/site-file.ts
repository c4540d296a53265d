import type { CallOptions } from '@docent/core'
import type { Reply } from '../requests/reply.ts'
import { pictureType } from './assets/picture-type.ts'
import { taggedReply } from './html/page-shell.ts'
import type { SiteVisit } from './show-page.ts'
import type { SiteContents } from './site-contents.ts'

const MOST_BYTES = 5 * 1024 * 1024

/** Folders from which site generators serve files without naming them. */
const PUBLIC_FOLDERS = ['', 'static/', 'public/', 'docs/', 'assets/']

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
  for (const folder of PUBLIC_FOLDERS) {
    const path = root + folder + file.slice(root.length)
    const body = await contents.file(path, MOST_BYTES, options)
    const type = body === undefined ? undefined : pictureType(path, body)
    if (body !== undefined && type !== undefined) return { type, body }
  }
  return undefined
}
