import type { Page } from '@docent/content'
import { GitHosts } from '@docent/core'
import type { Project } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'

/**
 * Where a member edits a page in the browser; undefined where the git host has no editor. Other readers are not shown
 * where the repository is.
 */
export function editUrl(
  { services }: PublicCall,
  project: Project,
  { file }: Pick<Page, 'file'>,
): string | undefined {
  const { repository, branch, source } = project
  if (repository === undefined || branch === undefined || source !== undefined) return undefined
  if (!/^https?:/.test(repository)) return undefined
  const template = services.docent.resolve(GitHosts).capabilities(project)?.editPath
  if (template === undefined) return undefined
  const encoded = (text: string) => text.split('/').map(encodeURIComponent).join('/')
  const path = template.replace('{branch}', () => encoded(branch)).replace('{path}', () => encoded(file))
  return repository.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '') + path
}
