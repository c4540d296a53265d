import { decodeTarget } from '@docent/content'
import type { Project } from './project.ts'

/**
 * Address of a page: absolute when the project has a `siteUrl`, else a path from the root of the host. Percent-encoded,
 * whatever the name of the page's file: a path is shown as it is, an address never.
 * @param anchor without the `#`
 */
export function pageUrl(project: Pick<Project, 'siteUrl'>, path: string, anchor = ''): string {
  const base = project.siteUrl?.replace(/(?<!\/)\/+$/, '') ?? ''
  const page = base !== '' && path === '/' ? base : `${base}${encodePath(path)}`
  return anchor === '' ? page : `${page}#${encodeAnchor(anchor)}`
}

/** A route path as part of an address: only characters that neither an address nor Markdown gives a meaning. */
export function encodePath(path: string): string {
  return path.split('/').map(encode).join('/')
}

/** The part of an address behind `#`; one that is encoded already stays as it is. */
export function encodeAnchor(anchor: string): string {
  return encode(decodeTarget(anchor))
}

/** RFC 3986, `unreserved`, and what may stand in a segment and means nothing to Markdown. */
function encode(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:40|3A|2B|2C|3D|24|3B)/g, decodeURIComponent)
}
