import { pageExtension, withoutPageExtension } from '@docent/content'
import type { ChangeSummary } from '../../ports/workspaces.ts'

/** Git shows no more of a subject in one line: https://git-scm.com/docs/git-commit#_discussion */
const MOST = 72
/** Names of pages in a title; with more, the rest is counted. */
const MOST_NAMES = 3
const VERBS = ['added', 'renamed', 'deleted', 'modified'] as const
const WORDS = { added: 'add', renamed: 'move', deleted: 'delete', modified: 'update' }

/**
 * A title of what changed, made of the changes alone: `Update quickstart`, `Add webhooks and update 2 pages`,
 * `Move quickstart to guides/quickstart`. Navigation and other files count only where no page changed.
 *
 * @param prefix of the project, such as `docs: `; it counts as part of the title
 */
export function titleOfChanges(changes: readonly ChangeSummary[], prefix = ''): string {
  const room = MOST - prefix.length
  const pages = changes.filter(isPage)
  const named = pages.length > 0 ? pages : changes
  const title = [MOST_NAMES, 2, 1, 0].map((most) => describe(named, most)).find((each) => each.length <= room)
  const text = title ?? `change ${countOf(named, 0)}`
  // After a prefix of conventional commits, a description begins in lower case.
  return `${prefix}${/:\s*$/.test(prefix) ? text : text.charAt(0).toUpperCase() + text.slice(1)}`
}

/** @param most names of pages of one kind; 0 counts them all */
function describe(changes: readonly ChangeSummary[], most: number): string {
  const nameOf = namesOf(changes)
  const parts = VERBS.flatMap((verb) => {
    const same = changes.filter(({ change }) => change === verb)
    const [only] = same
    if (only === undefined) return []
    const what = countOf(same, most, nameOf)
    if (verb === 'renamed' && same.length === 1 && most > 0)
      return [`move ${nameOf(only.from ?? only.path)} to ${stemOf(only.path)}`]
    return [`${WORDS[verb]} ${what}`]
  })
  return parts.length === 0 ? 'update the documentation' : list(parts)
}

function countOf(
  changes: readonly ChangeSummary[],
  most: number,
  nameOf: (path: string) => string = stemOf,
): string {
  const word = changes.every(isPage) ? 'page' : 'file'
  const count = (number: number, more = '') => `${number} ${more}${word}${number === 1 ? '' : 's'}`
  if (most === 0) return count(changes.length)
  const names = changes.slice(0, most).map(({ path }) => nameOf(path))
  const rest = changes.length - names.length
  return list(rest > 0 ? [...names, count(rest, 'more ')] : names)
}

/** The last part of a path, with the folder before it where the name alone says nothing or is not the only one. */
function namesOf(changes: readonly ChangeSummary[]): (path: string) => string {
  const stems = changes.map(({ path }) => lastOf(stemOf(path)))
  return (path) => {
    const parts = stemOf(path).split('/')
    const last = parts.at(-1) ?? ''
    const isAlone = stems.filter((stem) => stem === last).length < 2
    if (/^(?:index|_index|readme)$/i.test(last)) return parts.at(-2) ?? last
    return isAlone ? last : parts.slice(-2).join('/')
  }
}

function isPage({ path }: ChangeSummary): boolean {
  return pageExtension(path) !== ''
}

/** The path of a page without its ending, on one line. */
function stemOf(path: string): string {
  return withoutPageExtension(path).replace(/\p{Cc}+/gu, ' ')
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function list(items: readonly string[]): string {
  if (items.length < 3) return items.join(' and ')
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`
}
