import { createHash } from 'node:crypto'
import type { GitHostCapabilities } from '@docent/core/plugin'
import type { CandidatePage } from '../evidence/fuse-ranks.ts'
import { REASONS } from '../evidence/fuse-ranks.ts'
import type { Judgement } from '../gate/judge-change.ts'
import type { CodeChange } from '../names/code-change.ts'
import { changeTable } from '../replay/change-table.ts'
import type { BranchStep } from '../repository/code-repository.ts'
import { keyOf } from '../text/terms.ts'
import type { FoundRow } from './watch-state.ts'

/** Names of one change that are told. */
const MOST_ROWS = 8
/** Pages that a row names. */
const MOST_PAGES = 4
const LONGEST_DIFF = 1_500
const LONGEST_TITLE = 200

export interface CodePlace {
  readonly repository: string
  readonly codePaths?: GitHostCapabilities['codePaths']
}

/** What a change says of the documentation, a row a name. */
export function evidenceRows(step: BranchStep, judgement: Judgement, place: CodePlace): FoundRow[] {
  const { names, pages } = changeTable(step, judgement)
  const { commit } = step
  const title = step.title.slice(0, LONGEST_TITLE)
  const common = { title, commit, ...urlOf(place, place.codePaths?.commit, { commit }, 'changeUrl') }
  const told = names.slice(0, MOST_ROWS).map(({ name, change, kind, file, line }) => ({
    key: hash(kind, change, keyOf(name), file),
    ...{ name, change, file, line },
    ...common,
    ...urlOf(place, place.codePaths?.line, { commit, path: file, line: String(line) }, 'lineUrl'),
    pages: pagesOf(pages, name),
  }))
  if (told.length > 0) return told
  const [file = ''] = step.files
  return [
    {
      key: hash('', title, file),
      name: '',
      change: 'touched',
      file,
      line: 1,
      ...common,
      pages: pagesOf(pages),
    },
  ]
}

/** Pages that have the name first. */
function pagesOf(pages: readonly CandidatePage[], name?: string): FoundRow['pages'] {
  const having = pages.filter(({ names }) => name !== undefined && names.includes(name))
  const others = pages.filter((page) => !having.includes(page))
  return [...having, ...others].slice(0, MOST_PAGES).map((page) => {
    const [signal] = page.signals
    const why = having.includes(page)
      ? `has ${name}`
      : signal === undefined
        ? 'fits the change'
        : REASONS[signal]
    return { path: page.path, why }
  })
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
