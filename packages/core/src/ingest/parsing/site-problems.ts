import { extensionOf, type SiteLayout, unreadPages } from '@docent/content'
import type { IndexProblem } from '../../domain/index-problem.ts'

/**
 * What a site shows and Docent does not, as far as its files and its configuration tell. Files are named as the layout
 * names them.
 *
 * @param files of the documentation folder, also those in formats that Docent does not read
 */
export function siteProblems(layout: SiteLayout, files: Iterable<string>): IndexProblem[] {
  return unreadPages(layout, files).map((file) => ({
    kind: 'format',
    file,
    line: 0,
    message: `Docent does not read ${extensionOf(file)} files.`,
    // Where no generator is known, nobody can tell what is published.
    severity: layout.name === 'plain' ? 'warning' : 'error',
  }))
}
