import type { Project } from '@docent/core/plugin'

/**
 * A project whose pages everyone may read here, and that has no website of its own, is linked here: its citations open
 * for whoever gets them. Pages for members would be 404 for most readers of an answer, so they stay paths.
 * @param origin where pages are shown
 */
export function withSiteUrl(project: Project, origin: string): Project {
  if (project.siteUrl !== undefined || project.site !== 'public') return project
  return { ...project, siteUrl: `${origin}/site/${project.domain}` }
}
