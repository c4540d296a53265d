import type { FoundContext } from '../../domain/context-repository.ts'
import { inlineCode } from '../../domain/inline-code.ts'
import type { Job, JobMessage } from '../../domain/job.ts'
import type { ChangeSummary } from '../../ports/workspaces.ts'
import type { CheckReport } from '../checks/check-docs.ts'
import { describeChecks } from '../checks/describe-checks.ts'
import type { PublishRecord } from '../run/run-history.ts'
import { titleOfChanges } from './change-title.ts'
import { evidenceTable, rowNotes } from './evidence-table.ts'
import { fileNotes } from './file-notes.ts'
import { namesBlock, renewedBlock, withoutHalfBlock } from './names-block.ts'
import { neutralize } from './neutralize.ts'

/** Where a section has its list of names without a proof. Text of models cannot have it: it is neutral. */
const NAMES_PLACE = '<!-- docent-names -->'

/** Longest section of one run. Its facts and its words each get at most a quarter of it. */
const MAX_SECTION = 60_000

/** GitHub refuses longer bodies. */
const LONGEST = 65_536
/** GitLab refuses longer ones; Gitea takes any. */
const LONGEST_ELSEWHERE = 1_048_576
/** A section that has no room for its marks and a line is left out. */
const LEAST_SECTION = 200
const CUT =
  '> [!NOTE]\n> The text of this pull request is full. The rest of this run is in its commit and in Docent.'

export type Asked = Pick<JobMessage, 'content' | 'evidence'>

export interface RunReport {
  job: Job
  /** What people asked in this run, and changes of code that made it necessary. */
  asked: readonly Asked[]
  /** True if nothing may mention code that fewer people can read. */
  isHidden?: boolean
  /** The agent's closing message. */
  summary: string
  changes: readonly ChangeSummary[]
  /** Of the last checks. */
  report: CheckReport
  /** Repositories that were read beside this one. */
  contexts: readonly FoundContext[]
  /** Paths that the agent tried to change and may not. */
  refused: readonly string[]
  /** Why the run stopped before it was done; undefined when it was done. */
  stoppedBecause: string | undefined
}

/** Marks a pull request, so that Docent finds it after a crash, also when somebody edited its text. */
export function jobMarker(job: Job): string {
  return `<!-- docent-job: ${job.id} -->`
}

function runMarker(job: Job): string {
  return `<!-- docent-run: ${job.id}/${job.run} -->`
}

/** The part of the body about one run. */
export function runSection(report: RunReport): string {
  const { job, asked, changes, refused, stoppedBecause, isHidden = false } = report
  // Words of the agent may name what it read in the code.
  const contexts = isHidden ? [] : report.contexts
  const told = rowNotes(isHidden ? '' : report.summary)
  const head: string[] = []
  const people = asked.filter(({ evidence }) => evidence === undefined)
  if (people.length > 0)
    head.push(
      `${job.run === 1 ? '### Request' : '### Follow-up'}\n${people.map(({ content }) => quote(content)).join('\n>\n')}`,
    )
  for (const { evidence } of asked)
    if (evidence !== undefined)
      head.push(`### What changed in the code, and here\n${evidenceTable(evidence, changes, told.notes)}`)
  if (stoppedBecause) head.push(`> [!WARNING]\n> This is not finished: ${stoppedBecause}`)
  const { notes, rest } = fileNotes(told.rest, changes)
  head.push(`### Changes\n${changesText(changes, notes)}`)
  head.push(`### Checks\n${describeChecks(report.report, inlineCode)}`)
  if (contexts.length > 0)
    head.push(`### Context\nRead beside this repository:\n${contexts.map(contextLine).join('\n')}`)
  if (refused.length > 0)
    head.push(
      `### Not changed\nThe agent tried to change these files, and may not:\n${refused.map((path) => `- ${inlineCode(path)}`).join('\n')}`,
    )
  const words = rest === '' ? '' : `\n\n${neutralize(`### The agent's own words\n${rest}`)}`
  const facts = neutralize(head.join('\n\n')).slice(0, MAX_SECTION / 4)
  return `${runMarker(job)}\n\n${facts}${NAMES_PLACE}${words.slice(0, MAX_SECTION / 4)}`
}

/** What a run publishes of itself. */
export type PublishedSection = Pick<PublishRecord, 'section' | 'unconfirmed' | 'unconfirmedBefore'>

/** The body of a new pull request. */
export function newBody(job: Job, { section, unconfirmed = [] }: PublishedSection): string {
  return `${jobMarker(job)}\n${withNames(section, namesBlock(unconfirmed))}`
}

/**
 * The body with the section of one more run, and its list of names without a proof renewed in its place. It has the
 * section once, and everything that was there stays, whoever wrote it: where the host has no room, the new section is
 * cut.
 */
export function extendedBody(job: Job, before: string, published: PublishedSection): string {
  const { unconfirmed = [], unconfirmedBefore = [] } = published
  const fits = (text: string) => text.length <= longestBody(before)
  const renewal = renewedBlock(before, unconfirmedBefore, unconfirmed)
  const renewed = renewal !== undefined && fits(renewal) ? renewal : undefined
  const body = renewed ?? before
  if (body.includes(runMarker(job))) return body
  const block = renewal === undefined ? namesBlock(unconfirmed) : ''
  return withSection(body, `---\n\n${withNames(published.section, block)}`)
}

/** The body of a pull request that the agent did not open, with the section of its run. */
export function adoptedBody(job: Job, before: string, published: PublishedSection): string {
  return withSection(before, newBody(job, published))
}

function withSection(body: string, section: string): string {
  const joined = `${body.trimEnd()}\n\n${section}`
  const most = longestBody(body)
  if (joined.length <= most) return joined
  const room = most - body.trimEnd().length - CUT.length - 4
  // Its marks are at its beginning: without them a later run would add it again.
  const cut = withoutHalfBlock(section.slice(0, Math.max(0, room)))
  const end = cut.lastIndexOf('\n')
  return end < LEAST_SECTION ? body : `${body.trimEnd()}\n\n${cut.slice(0, end).trimEnd()}\n\n${CUT}`
}

/** A body that is longer than GitHub allows lies on another host. */
function longestBody(before: string): number {
  return before.length > LONGEST ? LONGEST_ELSEWHERE : LONGEST
}

function withNames(section: string, block: string): string {
  return section.replace(NAMES_PLACE, () => (block === '' ? '' : `\n\n${block}`))
}

/** How a project wants its commits. */
export interface CommitStyle {
  titlePrefix?: string
  /** Signs off in this name. */
  signOff?: { name: string; email: string }
}

/** Its subject says what changed, its body what was asked. */
export function commitMessage(
  job: Job,
  asked: readonly Asked[],
  changes: readonly ChangeSummary[],
  style: CommitStyle = {},
): string {
  const body = neutralize(asked.map(askedText).join('\n\n'))
  const { titlePrefix = '', signOff } = style
  const trailer = signOff ? `Signed-off-by: ${signOff.name} <${signOff.email}>\n` : ''
  const subject = neutralize(titleOfChanges(changes, titlePrefix))
  return `${subject}\n\n${body === '' ? '' : `${body}\n\n`}Docent-Job: ${job.id}\n${trailer}`
}

function askedText({ content, evidence }: Asked): string {
  if (evidence === undefined) return content.trim().slice(0, 1000)
  if (evidence.isHidden) return 'Follows changes of the code.'
  const titles = new Map(evidence.rows.map(({ commit, title }) => [commit, title]))
  const lines = [...titles]
    .slice(0, 20)
    .map(([commit, title]) => `- ${title.slice(0, 100)} (${commit.slice(0, 9)})`)
  return `Follows these changes of the code:\n${lines.join('\n')}`
}

/** A title of at most 72 characters: the first sentence of a prompt, cut at a word. */
export function titleOf(prompt: string): string {
  const line = prompt.trim().split(/\r?\n/, 1)[0] ?? ''
  const sentence = line
    .replace(/\s+/g, ' ')
    .replace(/^(.{10,}?[.!?])\s.*$/s, '$1')
    .replace(/(?<![.\s])[.\s]+$/, '')
  if (sentence.length <= 72) return sentence || 'Update the documentation'
  const cut = sentence.slice(0, 71)
  const space = cut.lastIndexOf(' ')
  return `${space > 30 ? cut.slice(0, space) : cut}…`
}

function contextLine({ name, repository, commit, problem }: FoundContext): string {
  const what = `- ${inlineCode(name)}, ${repository}`
  return commit === undefined
    ? `${what}: **not read**. ${problem}`
    : `${what} at ${inlineCode(commit.slice(0, 12))}`
}

function quote(text: string): string {
  const short = text.length > 2000 ? `${text.slice(0, 2000)}…` : text
  return short
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** The files of the diff. The agent wrote the text after each colon. */
function changesText(changes: readonly ChangeSummary[], notes: ReadonlyMap<string, string>): string {
  const lines = changes.map((change) => changeLine(change, notes.get(change.path)))
  if (notes.size > 0) lines.unshift('The reason behind a colon is in the words of the agent.\n')
  return lines.join('\n')
}

function changeLine(change: ChangeSummary, note: string | undefined): string {
  const lines = change.added + change.removed > 0 ? ` (+${change.added} −${change.removed})` : ''
  const path = inlineCode(change.path)
  const why = note === undefined ? '' : `: ${note}`
  if (change.change === 'renamed')
    return `- moved ${inlineCode(change.from ?? change.path)} to ${path}${lines}${why}`
  return `- ${change.change} ${path}${lines}${why}`
}
