import type { Problem } from '@docent/content'
import type { Job } from '../domain/job.ts'
import type { ChangeSummary } from '../ports/workspaces.ts'
import { fileNotes } from './file-notes.ts'

/** GitHub refuses bodies past 65,536 characters; the other hosts allow more. */
const MAX_BODY = 60_000

export interface RunReport {
  job: Job
  /** What people asked in this run. */
  asked: readonly string[]
  /** The agent's closing message. */
  summary: string
  changes: readonly ChangeSummary[]
  /** Problems that are left. */
  problems: readonly Problem[]
  checked: number
  /** Why the run stopped before it was done; undefined when it was done. */
  stoppedBecause: string | undefined
}

/** By this comment a pull request is found again after a crash, whoever has edited its text since. */
export function jobMarker(job: Job): string {
  return `<!-- docent-job: ${job.id} -->`
}

function runMarker(job: Job): string {
  return `<!-- docent-run: ${job.id}/${job.run} -->`
}

/** The part of the body that tells of one run. */
export function runSection(report: RunReport): string {
  const { job, asked, summary, changes, problems, checked, stoppedBecause } = report
  const parts = [
    runMarker(job),
    `${job.run === 1 ? '### What was asked' : '### Follow-up'}\n${asked.map(quote).join('\n>\n')}`,
  ]
  if (stoppedBecause) parts.push(`> [!WARNING]\n> This is not finished: ${stoppedBecause}`)
  const { notes, rest } = fileNotes(summary, changes)
  if (rest !== '') parts.push(`### What was done\n${neutralize(rest)}`)
  parts.push(`### Changes\n${changes.map((change) => changeLine(change, notes.get(change.path))).join('\n')}`)
  parts.push(`### Checks\n${checksText(problems, checked)}`)
  return parts.join('\n\n').slice(0, MAX_BODY / 2)
}

/** The body of a new pull request. */
export function newBody(job: Job, section: string): string {
  return `${jobMarker(job)}\n${section}`
}

/** The body with the section of one more run, unchanged when it has it already. */
export function extendedBody(job: Job, body: string, section: string): string {
  if (body.includes(runMarker(job))) return body
  const joined = `${body.trimEnd()}\n\n---\n\n${section}`
  return joined.length <= MAX_BODY
    ? joined
    : `${jobMarker(job)}\nThe earlier runs are told in the commits.\n\n${section}`
}

/** How a project wants its commits. */
export interface CommitStyle {
  titlePrefix?: string
  /** Signs off in this name. */
  signOff?: { name: string; email: string }
}

export function commitMessage(job: Job, asked: readonly string[], style: CommitStyle = {}): string {
  const subject = job.run === 1 ? job.title : titleOf(asked.at(-1) ?? job.title)
  const body = asked.map((text) => text.trim().slice(0, 1000)).join('\n\n')
  const { titlePrefix = '', signOff } = style
  const trailer = signOff ? `Signed-off-by: ${signOff.name} <${signOff.email}>\n` : ''
  return `${titlePrefix}${subject}\n\n${body === subject ? '' : `${body}\n\n`}Docent-Job: ${job.id}\n${trailer}`
}

/** A title of at most 72 characters: the first sentence of a prompt, cut at a word. */
export function titleOf(prompt: string): string {
  const line = prompt.trim().split(/\r?\n/, 1)[0] ?? ''
  const sentence = line
    .replace(/\s+/g, ' ')
    .replace(/^(.{10,}?[.!?])\s.*$/, '$1')
    .replace(/[.\s]+$/, '')
  if (sentence.length <= 72) return sentence || 'Update the documentation'
  const cut = sentence.slice(0, 71)
  const space = cut.lastIndexOf(' ')
  return `${space > 30 ? cut.slice(0, space) : cut}…`
}

function quote(text: string): string {
  const short = text.length > 2000 ? `${text.slice(0, 2000)}…` : text
  return neutralize(short.trim())
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Text of people and models stays text: no mention notifies, no hidden comment, no forged marker. */
export function neutralize(text: string): string {
  return text.replaceAll('<!--', '&lt;!--').replace(/(^|[^\w`])@(?=[a-z\d])/gi, '$1@\u200b')
}

function changeLine(change: ChangeSummary, note: string | undefined): string {
  const lines = change.added + change.removed > 0 ? ` (+${change.added} −${change.removed})` : ''
  const path = `\`${change.path}\``
  const why = note === undefined ? '' : `: ${neutralize(note)}`
  if (change.change === 'renamed') return `- moved \`${change.from}\` to ${path}${lines}${why}`
  return `- ${change.change} ${path}${lines}${why}`
}

function checksText(problems: readonly Problem[], checked: number): string {
  if (problems.length === 0)
    return `All checks of the ${checked} changed files pass: pages parse, frontmatter is valid, links and navigation resolve.`
  const lines = problems
    .slice(0, 50)
    .map((problem) => `- \`${problem.file}:${problem.line}\` ${problem.message}`)
  if (problems.length > 50) lines.push(`- … and ${problems.length - 50} more`)
  return `These are left:\n${lines.join('\n')}`
}
