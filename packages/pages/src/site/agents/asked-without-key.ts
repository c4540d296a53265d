import { isOpenToAll } from '@docent/core'
import type { Project } from '@docent/core/plugin'

/** Whether everyone may ask at the address of a page, as on the page itself. */
export function isAskedWithoutKey(project: Project): boolean {
  return project.site === 'public' && isOpenToAll(project)
}
