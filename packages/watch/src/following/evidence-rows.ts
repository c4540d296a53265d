import { createHash } from 'node:crypto'
import type { GitHostCapabilities } from '@docent/core/plugin'
import type { CandidatePage } from '../evidence/fuse-ranks.ts'
import { REASONS } from '../evidence/fuse-ranks.ts'
import type { Judgement } from '../gate/judge-change.ts'
import type { ChangedName, CodeChange } from '../names/code-change.ts'
import { rankNames } from '../replay/change-table.ts'
import type { BranchStep } from '../repository/code-repository.ts'
import { keyOf } from '../text/terms.ts'
import { groupNames } from './group-names.ts'
import type { FoundRow } from './watch-state.ts'

/** Rows of one change that are told, and names of a row beside its first. */
const MOST_ROWS = 8
const MOST_MORE = 7
/** Pages that a row names. */
const MOST_PAGES = 4
const LONGEST_DIFF = 1_500
const LONGEST_TITLE = 200

export interface CodePlace {
  readonly repository: string
  readonly codePaths?: GitHostCapabilities['codePaths']
}

/**
 * What a change says of the documentation, a row for each declaration that changed.
 *
 * @param isTaken whether a row with this key was told before: its names are not told again
 */
export function evidenceRows(
  step: BranchStep,
  { evidence, pages }: Judgement,
  place: CodePlace,
  isTaken: (key: string) => boolean,
): FoundRow[] {
  const { commit } = step
  const title = step.title.slice(0, LONGEST_TITLE)
  const common = { title, commit, ...urlOf(place, place.codePaths?.commit, { commit }, 'changeUrl') }
  const ranked = rankNames(evidence.names)
  const fresh = ranked.filter((name) => !isTaken(keyOfNames([name])))
  const told = groupNames(fresh)
    .slice(0, MOST_ROWS)
    .map(({ first, others }): FoundRow => {
      const { name, change, file, line } = first
      const more = others.slice(0, MOST_MORE).map((other) => other.name)
      return {
        key: keyOfNames([first, ...others]),
        ...{ name, change, file, line },
        ...(more.length > 0 && { more }),
        ...common,
        ...urlOf(place, place.codePaths?.line, { commit, path: file, line: String(line) }, 'lineUrl'),
        pages: pagesOf(pages, [name, ...more]),
      }
    })
    .filter(({ key }) => !isTaken(key))
  if (ranked.length > 0) return told
  const [file = ''] = step.files
  const key = hash('', title, file)
  if (isTaken(key)) return []
  return [
    {
      key,
      name: '',
      change: 'touched',
      file,
      line: 1,
      ...common,
      pages: pagesOf(pages, []),
    },
  ]
}

/** Pages that have one of the names first. */
function pagesOf(pages: readonly CandidatePage[], names: readonly string[]): FoundRow['pages'] {
  const had = new Map(pages.map((page) => [page, names.find((name) => page.names.includes(name))]))
  const others = pages.filter((page) => had.get(page) === undefined)
  const having = pages.filter((page) => had.get(page) !== undefined)
  return [...having, ...others].slice(0, MOST_PAGES).map((page) => {
    const [signal] = page.signals
    const name = had.get(page)
    const why =
      name !== undefined ? `has ${name}` : signal === undefined ? 'fits the change' : REASONS[signal]
    return { path: page.path, why }
  })
}

/** That of a single name is its own; several have one together, in whichever order they come. */
function keyOfNames(names: readonly ChangedName[]): string {
  const keys = names.map(({ kind, change, name, file }) => hash(kind, change, keyOf(name), file))
  return keys.length === 1 ? (keys[0] ?? '') : hash(...keys.sort())
}

function hash(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
}

/** The address of a page of the git host, where it has such pages. */
function urlOf<Name extends string>(
  { repository }: CodePlace,
  pattern: string | undefined,
  values: Readonly<Record<string, string>>,
  name: Name,
): { [Key in Name]?: string } {
  if (pattern === undefined || !/^https?:/i.test(repository)) return {}
  const path = pattern.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? '').replaceAll('%2F', '/'),
  )
  const url = repository.replace(/(?<!\/)\/+$/, '').replace(/\.git$/i, '') + path
  return { [name]: url } as { [Key in Name]?: string }
}

/** The lines that changed, those with names first. */
export function shortDiff({ files }: CodeChange, rows: readonly FoundRow[]): string {
  const named = new Set(rows.map(({ file }) => file))
  const parts: string[] = []
  for (const { path, hunks } of [...files].sort(
    (a, b) => Number(named.has(b.path)) - Number(named.has(a.path)),
  )) {
    parts.push(`--- ${path}`)
    for (const { removed, added, newStart } of hunks)
      parts.push(
        `@@ ${newStart} @@`,
        ...removed.map((line) => `-${line}`),
        ...added.map((line) => `+${line}`),
      )
    if (parts.join('\n').length > LONGEST_DIFF) break
  }
  return parts.join('\n').slice(0, LONGEST_DIFF)
}

/** The name on the git host that a commit's address of no mailbox says, such as `7+ada@users.noreply.github.com`. */
export function loginOf(email: string, repository: string): string | undefined {
  const host = URL.parse(repository)?.hostname ?? ''
  const [, login, domain] = /^(?:\d+[+-])?([\w.-]{1,64})@(?:users\.)?noreply\.([\w.-]+)$/i.exec(email) ?? []
  return domain !== undefined && domain.toLowerCase() === host.toLowerCase() ? login : undefined
}
