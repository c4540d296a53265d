import type { Page } from '@docent/content'
import type { Project } from '../domain/project.ts'
import type { SiteOutline } from './site-outline.ts'

/** A link or picture as a page writes it. */
export interface PageReference {
  kind: 'page' | 'image'
  /** `../setup.md#install`, `/images/a.png`. */
  target: string
}

/** Where pages are shown. */
export interface PageAddresses {
  /** @param isKnown the documentation has this page */
  page(path: string, isKnown: boolean): string
  /** @param file path in the repository; undefined: pictures are not shown */
  image(file: string): string | undefined
}

/**
 * Turns what a page refers to into addresses.
 *
 * @param site without an outline, links are read as addresses
 */
export function referenceResolver(
  { outline, project }: { outline?: SiteOutline | undefined; project: Pick<Project, 'docsPath'> },
  page: Pick<Page, 'file' | 'path'>,
  addresses: PageAddresses,
): (reference: PageReference) => string | undefined {
  const { docsPath } = project
  const roots = docsPath === '' ? [''] : [docsPath, '']
  return ({ kind, target }) => {
    const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? []
    if (kind === 'image') return addresses.image(pictureAddress(page.file, path, docsPath))
    if (path === '') return suffix
    const found = outline?.linked(page.file, path, roots)
    const meant = found?.path ?? withoutDots(path.startsWith('/') ? path : `${page.path}/../${path}`)
    return addresses.page(meant, found !== undefined) + suffix
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
