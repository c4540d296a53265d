import type { Page } from '@docent/content'
import type { PageReference } from '@docent/site'
import type { SiteContents } from '../site-contents.ts'
import { filePath, sitePath } from '../site-path.ts'

/**
 * Turns what a page refers to into addresses of the site.
 *
 * @param addressOf of a page that the site has
 */
export function referenceResolver(
  { base, outline, project }: SiteContents,
  page: Pick<Page, 'file' | 'path'>,
  addressOf: (base: string, path: string) => string = sitePath,
): (reference: PageReference) => string | undefined {
  const { docsPath } = project
  const roots = docsPath === '' ? [''] : [docsPath, '']
  return ({ kind, target }) => {
    const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? []
    if (kind === 'image') return filePath(base, pictureAddress(page.file, path, docsPath))
    if (path === '') return suffix
    const found = outline.linked(page.file, path, roots)
    if (found !== undefined) return `${addressOf(base, found.path)}${suffix}`
    return sitePath(base, withoutDots(path.startsWith('/') ? path : `${page.path}/../${path}`)) + suffix
  }
}

/** A picture by its path in the repository; an absolute one begins at the documentation. */
export function pictureAddress(page: string, path: string, docsPath: string): string {
  const decoded = decode(path)
  const folder = page.split('/').slice(0, -1)
  const whole = decoded.startsWith('/') ? `${docsPath}${decoded}` : `${folder.join('/')}/${decoded}`
  return withoutDots(whole).slice(1)
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}

function withoutDots(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}
