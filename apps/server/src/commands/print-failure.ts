import { stripVTControlCharacters } from 'node:util'
import { DocentError } from '@docent/core'
import { Interrupted } from './interrupted.ts'

/**
 * Prints a failure for a person. An error of Docent's own needs no stack; anything else is a defect and does. With
 * LOG_LEVEL=debug its causes follow, such as the output of git (without credentials).
 * @returns the exit code of the command.
 */
export function printFailure(error: unknown, env: Readonly<Record<string, string | undefined>>): number {
  if (error instanceof Interrupted) return 130
  if (isUsageError(error)) console.error(`Error: ${withoutColours(error.message)} See "docent --help".`)
  else if (DocentError.is(error)) {
    console.error(`Error: ${error.message}`)
    if (['debug', 'trace'].includes(env.LOG_LEVEL ?? '')) printCauses(error)
    else if (isUpstream(error.cause)) console.error(`  The server said: ${oneLine(error.cause.message)}`)
  } else console.error(error)
  return 1
}

function printCauses(error: Error): void {
  const seen = new Set<unknown>()
  for (let cause = error.cause; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause)
    console.error(`  because: ${cause.message.replaceAll('\n', '\n    ')}`)
  }
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

/** The parser of arguments throws these: an unknown command, a missing argument. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CLIError'
}

function withoutColours(text: string): string {
  const plain = stripVTControlCharacters(text)
  return plain.endsWith('.') ? plain : `${plain}.`
}
