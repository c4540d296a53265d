import { defined, Logger, type Reply, type UserId } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'
import { siteOriginOf } from '@docent/http'
import { shownBrand } from '../brand/shown-brand.ts'
import { readerKey } from './access/reader-key.ts'
import { editUrl } from './edit-url.ts'
import { contentsHtml, documentHtml } from './html/document-html.ts'
import { navigationHtml } from './html/navigation-html.ts'
import { missingPageReply, notFoundReply } from './html/notice-page.ts'
import { pageMenuHtml } from './html/page-menu.ts'
import { htmlReply, pageShell, taggedReply } from './html/page-shell.ts'
import { previewBanner } from './html/preview-banner.ts'
import { variantsHtml } from './html/variants-html.ts'
import { hasMcp, mcpServer } from './mcp-server.ts'
import type { SiteContents } from './site-contents.ts'
import type { SitePages } from './site-pages.ts'
import { markdownPath, sitePath } from './site-path.ts'
import { siteMarkdown } from './site-references.ts'

/** A reader at the door of a site that they may read. */
export interface SiteVisit {
  call: PublicCall
  site: SitePages
  contents: SiteContents
  isPublic: boolean
  /** The reader belongs to the organization of the project. */
  isMember: boolean
  /** Whom they are, as a member. */
  member: UserId | undefined
}

export async function showPage(
  { call, site, contents, isPublic, isMember, member }: SiteVisit,
  path: string,
  side: 'before' | 'after' = 'after',
): Promise<Reply> {
  const { signal, headers, services } = call
  const { base, outline, project, preview } = contents
  // The assistant knows what is indexed, and nothing of a branch.
  const assistant =
    preview === undefined ? { domain: project.domain, key: readerKey(call, project, member) } : undefined
  const isBefore = side === 'before' && preview?.changed.has(path) === true
  const page = await (isBefore ? preview?.before : contents)?.page(path, { signal })
  // The first page of a site without an index page is the first of its navigation.
  const first = outline.pages[0]
  if (page === undefined && path === '/' && first !== undefined && first.path !== '/')
    return { kind: 'empty', status: 303, headers: { Location: sitePath(base, first.path) } }
  if (page === undefined) {
    const brand = await shownBrand(services.docent, project, { signal })
    return missingPageReply(site.assets.addresses, { contents, path, assistant, brand })
  }
  if (page.path !== path)
    return { kind: 'empty', status: 308, headers: { Location: sitePath(base, page.path) } }
  countView(call, contents, path)
  site.pictures.note(contents, page)
  // What the site lists nowhere is for nobody who searches the web.
  const isListed = isPublic && !page.hidden
  const other = preview?.changed.has(path) ? (isBefore ? contents : preview.before) : undefined
  const compared = await other?.page(path, { signal })
  const rendered = await site.renderer.render({ ...page, ...defined({ other: compared }) })
  const links = [
    `<${markdownPath(base, path)}>; rel="alternate"; type="text/markdown"`,
    `<${base}/llms.txt>; rel="llms-txt"`,
  ]
  const brand = await shownBrand(services.docent, project, { signal })
  const body = pageShell({
    title: page.title,
    siteName: brand.name,
    brand,
    socialImage: isListed && brand.socialImage ? `${siteOriginOf(services)}${brand.socialImage}` : undefined,
    base,
    path,
    lang: page.language ?? 'en',
    navigation: navigationHtml(outline.navigationFor(path, page), {
      ...{ base, current: path },
      ...defined({ changed: preview?.changed }),
    }),
    variants: preview === undefined ? variantsHtml(outline, base, path) : undefined,
    main: documentHtml(contents, page, rendered, {
      menu: pageMenuHtml(contents, page, {
        origin: siteOriginOf(services),
        mcp: hasMcp(call) ? mcpServer(call, project).url : undefined,
        isPublic,
      }),
      editUrl: isMember ? editUrl(call, project, page) : undefined,
      assistant,
    }),
    contents: contentsHtml(page),
    description: page.description,
    canonical: isListed ? `${siteOriginOf(services)}${sitePath(base, path)}` : undefined,
    markdown: markdownPath(base, path),
    assistant,
    banner: previewBanner(contents, path, isBefore),
    assets: site.assets.addresses,
    isIndexed: isListed,
  })
  // It holds a key of this reader.
  return htmlReply(body, {
    isPublic: false,
    isIndexed: isListed,
    links,
    ifNoneMatch: headers['if-none-match'],
    imageHosts: site.imageHosts,
  })
}

/** Nobody waits for it, and a page is shown though its view cannot be counted. */
function countView(
  { services, headers, ip }: PublicCall,
  { project, preview }: SiteContents,
  path: string,
): void {
  const isAhead = [headers['sec-purpose'], headers.purpose].some((purpose) => purpose?.includes('prefetch'))
  if (preview !== undefined || isAhead) return
  services.recordView
    .record(project, path, { ip, userAgent: headers['user-agent'] })
    .catch((error: unknown) => {
      services.docent
        .resolve(Logger)
        .warn({ err: error, projectId: project.id }, 'a view could not be counted')
    })
}

export async function showMarkdown({ call, contents, isPublic }: SiteVisit, path: string): Promise<Reply> {
  const { signal, headers, services } = call
  const { outline } = contents
  const first = path === '/' ? outline.pages[0]?.path : undefined
  const own = await contents.page(path, { signal })
  const page = own ?? (first === undefined ? undefined : await contents.page(first, { signal }))
  if (page === undefined) return noMarkdown()
  countView(call, contents, page.path)
  const links = [`<${sitePath(contents.base, page.path)}>; rel="canonical"`]
  return taggedReply(
    {
      type: 'text/markdown; charset=utf-8',
      body: siteMarkdown(page, contents, siteOriginOf(services)),
    },
    { isPublic, isIndexed: false, links, ifNoneMatch: headers['if-none-match'] },
  )
}

export function noMarkdown(): Reply {
  return {
    kind: 'text',
    status: 404,
    type: 'text/plain; charset=utf-8',
    body: 'There is no such page.\n',
    headers: { 'Cache-Control': 'private, no-cache', Vary: 'Cookie' },
  }
}

/** @param entrance where a member finds the way here, when it is not here */
export function notFound({ assets }: SitePages, ways: Parameters<typeof notFoundReply>[1]): Reply {
  return notFoundReply(assets.addresses, ways)
}
