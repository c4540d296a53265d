import type { Project } from '../domain/project.ts'

/** Address of a page: absolute when the project has a `siteUrl`, else its path. `anchor` without the `#`. */
export function pageUrl(project: Project, path: string, anchor = ''): string {
  const base = project.siteUrl?.replace(/\/+$/, '') ?? ''
  const page = base !== '' && path === '/' ? base : `${base}${path}`
  return anchor === '' ? page : `${page}#${anchor}`
}
