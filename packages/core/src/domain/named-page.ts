import { decodeTarget, normalizePagePath, withoutAddressExtension } from '@docent/content'
import type { Project } from './project.ts'

/**
 * The route path of the page that a client names: by its path with or without slashes or an extension, or by its whole
 * address below the `siteUrl` of the project.
 *
 * @example
 * namedPage({ siteUrl: 'https://docs.acme.com' }, 'https://docs.acme.com/quickstart/?from=mail#install') // '/quickstart'
 * namedPage({}, 'guides/index.mdx') // '/guides'
 */
export function namedPage(project: Pick<Project, 'siteUrl'>, spelling: string): string {
  const written = decodeTarget(belowSite(project.siteUrl, spelling.trim()).replace(/[?#].*$/s, ''))
  return normalizePagePath(withoutAddressExtension(written.replace(/(?<!\/)\/+$/, '')))
    .toWellFormed()
    .replaceAll('\0', '\ufffd')
}

function belowSite(siteUrl: string | undefined, spelling: string): string {
  if (!/^https?:\/\//i.test(spelling) || !URL.canParse(spelling)) return spelling
  const { origin, pathname } = new URL(spelling)
  if (siteUrl === undefined || !URL.canParse(siteUrl)) return pathname
  const site = new URL(siteUrl)
  const base = site.pathname.replace(/(?<!\/)\/+$/, '')
  const isBelow = origin === site.origin && (pathname === base || pathname.startsWith(`${base}/`))
  return isBelow ? pathname.slice(base.length) : pathname
}
