import { inspect, stripVTControlCharacters } from 'node:util'
import { DocentError } from '@docent/core/plugin'
import { Interrupted } from './interrupted.ts'

/** A failure as a person reads it, plain enough to come from another process. */
export interface FailureReport {
  /** Stable, see the errors of the API; `internal` for a defect. */
  code: string
  message: string
  /** Below the message: what a model server said, causes, a stack. */
  details: readonly string[]
}

/** A failure of a command that ran in a server. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure'

  constructor(readonly report: FailureReport) {
    super(report.message)
  }
}

/**
 * What to say about a failure. An error of Docent's own needs no stack; anything else is a defect and does.
 * @param verbose also its causes, such as the output of git (without credentials).
 */
export function failureReport(error: unknown, verbose: boolean): FailureReport {
  if (error instanceof ReportedFailure) return error.report
  if (isUsageError(error)) {
    const message = `${withoutColours(error.message)} See "docent --help".`
    return { code: 'invalid_request', message, details: [] }
  }
  if (!DocentError.is(error)) return { code: 'internal', message: inspect(error), details: [] }
  const { code, message, cause } = error
  if (verbose) return { code, message, details: causesOf(error) }
  return { code, message, details: isUpstream(cause) ? [`  The server said: ${oneLine(cause.message)}`] : [] }
}

/** @returns the exit code of the command. */
export function exitCodeOf(error: unknown): number {
  return error instanceof Interrupted ? 130 : 1
}

function causesOf(error: Error): string[] {
  const seen = new Set<unknown>()
  const lines: string[] = []
  for (let cause = error.cause; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause)
    lines.push(`  because: ${cause.message.replaceAll('\n', '\n    ')}`)
  }
  return lines
}

/** A model server's own words, without keys: often they alone name the reason. */
function isUpstream(cause: unknown): cause is Error {
  return (
    cause instanceof Error &&
    cause.name === 'UpstreamFailure' &&
    !/^(?:$|Cannot connect|The reply is a web page)/.test(cause.message)
  )
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

/** The parser of arguments throws these: a missing argument, a value that is not in the list. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CLIError'
}

function withoutColours(text: string): string {
  const plain = stripVTControlCharacters(text)
  return plain.endsWith('.') ? plain : `${plain}.`
}
