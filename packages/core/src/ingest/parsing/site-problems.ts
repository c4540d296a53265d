import {
  deadEntries,
  extensionOf,
  isInFormats,
  otherSites,
  type SiteLayout,
  unreadPages,
} from '@docent/content'
import type { IndexProblem, IndexProblemSeverity } from '../../domain/index-problem.ts'
import type { FilePlace } from './page-parser.ts'

export interface KnownSite {
  layout: SiteLayout
  files: ReadonlySet<string>
  /** Files that may be pages and that the source does not give. */
  unread: readonly string[]
  /** Files that no navigation lists by their paths. */
  made: ReadonlySet<string>
  /** Of the files that configure it. Absent for a site whose configuration is above its folder. */
  texts: ReadonlyMap<string, string> | undefined
  places: ReadonlyMap<string, FilePlace>
}

/** From so many pages, and so large a share of all, it is hardly meant that nobody finds them. */
const MANY_UNLISTED = 20
const LARGE_SHARE = 0.2

/**
 * What a site shows and Docent does not, as far as its files and its configuration say. Files are named as the layout
 * names them.
 */
export function siteProblems(site: KnownSite): IndexProblem[] {
  return [
    ...unreadFormats(site),
    ...linked(site),
    ...ofNavigation(site),
    ...undescribed(site),
    ...elsewhere(site),
    ...unlisted(site),
  ]
}

function unreadFormats({ layout, files, unread }: KnownSite): IndexProblem[] {
  return unreadPages(layout, [...files, ...unread]).map((file) => ({
    kind: 'format',
    file,
    line: 0,
    message: `Docent does not read ${extensionOf(file)} files.`,
    // Without a known generator, it is unknown what is published.
    severity: layout.name === 'plain' ? 'warning' : 'error',
  }))
}

/** In a format that is read, a file that the source does not give is a symbolic link. */
function linked({ layout, unread }: KnownSite): IndexProblem[] {
  const listed = new Set(layout.navigation.pages.map(({ path }) => path))
  return unread
    .filter((file) => isInFormats(file, layout.formats) && layout.isPage(file))
    .filter((file) => !layout.navigationIsComplete || listed.has(layout.pagePath(file)))
    .map((file) => ({
      kind: 'link',
      file,
      line: 0,
      message: 'The file is a symbolic link that leads to no page of the documentation folder.',
      // Beside code, such a link is hardly a page.
      severity: layout.name === 'plain' ? 'note' : 'warning',
    }))
}

function ofNavigation({ layout, files, texts }: KnownSite): IndexProblem[] {
  const found = texts === undefined ? layout.navigation.problems : deadEntries(layout, files, texts)
  return found.map(({ file, line, message, rule, severity }) =>
    rule === 'navigation-missing-page'
      ? { kind: 'navigation', file, line, message, severity: 'warning' }
      : { kind: 'configuration', file, line, message, severity },
  )
}

/** Descriptions of APIs that the site shows, and that are not among the files. */
function undescribed({ layout, files, texts = new Map() }: KnownSite): IndexProblem[] {
  return (layout.openapi ?? [])
    .filter(({ source }) => !files.has(source))
    .map(({ source }): IndexProblem => {
      if (!source.includes('://')) {
        const message = 'The site names this description, and it is not among the files that Docent reads.'
        return { kind: 'openapi', file: source, line: 0, message, severity: 'error' }
      }
      const [file = '', text = ''] = [...texts].find(([, each]) => each.includes(source)) ?? []
      const line = text.slice(0, Math.max(0, text.indexOf(source))).split('\n').length
      const message = `The site uses the API description ${source}. Docent doesn't read descriptions from other servers: copy the file to the repository.`
      return { kind: 'openapi', file, line, message, severity: 'error' }
    })
}

/** One project has one site. */
function elsewhere({ layout, files }: KnownSite): IndexProblem[] {
  return otherSites(layout, files).map(({ file, folder, pages }) => {
    const count = pages === 1 ? '1 file is no page' : `${pages} files are no pages`
    const message = `Another site begins here, whose ${count} of this project. To have it, add a project with docsPath "${folder}".`
    return { kind: 'configuration', file, line: 0, message, severity: 'warning' }
  })
}

/** A few pages outside of a navigation are usually meant to be there. */
function unlisted({ layout, made, places }: KnownSite): IndexProblem[] {
  const left = [...places].flatMap(([file, { isListed }]) => (isListed || made.has(file) ? [] : [file]))
  const isMuch = left.length >= MANY_UNLISTED && left.length >= places.size * LARGE_SHARE
  const severity: IndexProblemSeverity = isMuch && layout.servesHidden ? 'warning' : 'note'
  const message = `The navigation of the site (${layout.name}) does not list this page.`
  return left.map((file) => ({ kind: 'unlisted', file, line: 0, message, severity }))
}
