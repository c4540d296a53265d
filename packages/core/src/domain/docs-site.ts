import type { Project } from './project.ts'

/** How links in a project's pages are to be read. */
export interface DocsSite {
  /** Folder of the documentation in the repository, '' for the root. */
  readonly root: string
  /** Path under which the site is served, such as `/docs`; absent when it is the whole host. */
  readonly base?: string
}

export function docsSite(project: Pick<Project, 'docsPath' | 'siteUrl'>): DocsSite {
  const root = project.docsPath
  if (project.siteUrl === undefined || !URL.canParse(project.siteUrl)) return { root }
  const base = new URL(project.siteUrl).pathname.replace(/(?<!\/)\/+$/, '')
  return base === '' ? { root } : { root, base }
}
