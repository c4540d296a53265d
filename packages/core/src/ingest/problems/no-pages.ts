import { extensionOf, isDocumentationFile, isUnreadDocument } from '@docent/content'
import type { IndexProblem } from '../../domain/index-problem.ts'
import type { Project } from '../../domain/project.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { DocsSource, PageFolder, SourceSnapshot } from '../../ports/docs-source.ts'
import type { SiteDescription } from '../parsing/page-parser.ts'
import { problemAdvice } from './problem-words.ts'

export interface EmptyRevision {
  project: Project
  source: DocsSource
  snapshot: SourceSnapshot
  description: Pick<SiteDescription, 'layout'> & { places: { readonly size: number } }
  /** Everything that is known to be wrong. */
  problems: readonly IndexProblem[]
}

const MOST_FOLDERS = 3

/** An index without a page: says why, and which folder has pages. */
export async function noPages(revision: EmptyRevision, options: CallOptions): Promise<DocentError> {
  const { project, source, snapshot } = revision
  const { docsPath } = project
  const folders = (await source.pageFolders?.(project, snapshot.revision, options)) ?? []
  const place =
    docsPath === ''
      ? `The documentation of project ${project.id} has no page.`
      : `docsPath "${docsPath}" of project ${project.id} has no page.`
  const unread = unreadDocuments(snapshot).length
  // What is in the right folder in another format is not somewhere else.
  const others = folders.filter(({ folder, pages }) => folder !== docsPath && pages > unread)
  const proposal =
    others.length > 0
      ? proposed(others)
      : unread > 0
        ? problemAdvice('format')
        : 'Check "docsPath" and the branch of the project, and the configuration of the site.'
  const message = [place, reasonOf(revision), proposal].filter((part) => part !== '').join(' ')
  return new DocentError('configuration', message, { issues: [{ path: 'docsPath', message: proposal }] })
}

function proposed(folders: readonly PageFolder[]): string {
  const [first, ...more] = folders.slice(0, MOST_FOLDERS)
  if (first === undefined) return ''
  const { folder, pages } = first
  const others = more.map((each) => `${named(each.folder)} (${counted(each.pages, 'page')})`)
  return [
    `${named(folder)} has ${counted(pages, 'page')}: set docsPath to "${folder}".`,
    ...(others.length > 0 ? [`Other folders with pages: ${others.join(', ')}.`] : []),
  ].join(' ')
}

function named(folder: string): string {
  return folder === '' ? 'The root of the repository' : `"${folder}"`
}

function reasonOf({ snapshot, description, problems }: EmptyRevision): string {
  const unread = unreadDocuments(snapshot)
  const written = snapshot.files.filter(({ path }) => isDocumentationFile(path)).length
  const [example] = problems.filter(({ severity }) => severity === 'error')
  if (description.places.size > 0)
    return `All of its ${counted(description.places.size, 'page')} are drafts, hidden, or cannot be read.${
      example ? ` ${example.file}: ${example.message}` : ''
    }`
  if (written > 0)
    return description.layout === 'plain'
      ? ''
      : `The configuration of its site (${description.layout}) makes no page of its ${counted(written, 'Markdown file')}.`
  if (unread.length === 0) return ''
  const extensions = [...new Set(unread.map(extensionOf))].join(', ')
  return `It has ${counted(unread.length, 'file')} in formats that Docent does not read (${extensions}).`
}

function unreadDocuments({ unread = [] }: SourceSnapshot): string[] {
  return unread.filter(isUnreadDocument)
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
}
