import { type ChangedFile, pullRequestLine, type RunOutcome } from '../../domain/run-outcome.ts'
import { namesLine } from '../names/describe-names.ts'

type Facts = Omit<RunOutcome, 'summary' | 'agentMessage'> & {
  /** What the checks looked at and found, as text. */
  checksText: string
  /** Labels and reviewers that the git host did not take. */
  notTaken: readonly string[]
}

const LONGEST_PATH = 300
/** Longest list of files in a message. */
const MAX_FILES = 20

/** What a run came to, as a person reads it: counts are those of the diff. */
export function describeOutcome(facts: Facts): string {
  const {
    files,
    pullRequest = null,
    unconfirmed = [],
    refused,
    stopped,
    unread,
    checksText,
    notTaken,
  } = facts
  const lines: string[] = []
  if (stopped !== null) lines.push(`The run stopped early: ${stopped}`)
  lines.push(describeFiles(files))
  if (checksText !== '') lines.push(checksText)
  if (pullRequest !== null) lines.push(pullRequestLine(pullRequest.url))
  if (unconfirmed.length > 0) lines.push(namesLine(unconfirmed))
  if (refused.length > 0)
    lines.push(
      `The agent tried to change files that it isn't allowed to change: ${refused.slice(0, MAX_FILES).map(oneLine).join(', ')}.`,
    )
  if (unread > 0)
    lines.push(
      `The agent did not read ${unread === 1 ? 'the last message' : `the last ${unread} messages`}. Send a follow-up to continue.`,
    )
  if (notTaken.length > 0)
    lines.push(`The git host rejected these for the pull request: ${notTaken.join(', ')}.`)
  return lines.join('\n')
}

function describeFiles(files: readonly ChangedFile[]): string {
  if (files.length === 0) return 'No file was changed.'
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  const count = files.length === 1 ? '1 file' : `${files.length} files`
  const named = files.slice(0, MAX_FILES).map(describeFile)
  if (files.length > MAX_FILES) named.push(`${files.length - MAX_FILES} more`)
  return `${count} changed (+${added} −${removed}): ${named.join(', ')}.`
}

function describeFile({ path, from, change }: ChangedFile): string {
  return change === 'renamed'
    ? `moved ${oneLine(from ?? '')} to ${oneLine(path)}`
    : `${change} ${oneLine(path)}`
}

/** A path that the model made up must not look like another line of the record. */
function oneLine(path: string): string {
  const line = path.replace(/\p{Cc}|[\u2028\u2029]/gu, '\ufffd')
  return line.length > LONGEST_PATH ? `${line.slice(0, LONGEST_PATH)}…` : line
}
