import {
  checkNavigation,
  checkPage,
  extractLinks,
  isDocumentationFile,
  type Problem,
  pagePathOf,
  parsePage,
  resolveLink,
} from '@docent/content'
import type { Workspace } from '../ports/workspaces.ts'

export interface CheckReport {
  /** Number of files that were checked. */
  checked: number
  /** Problems that the base revision does not have. */
  problems: Problem[]
}
