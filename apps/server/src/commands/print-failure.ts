import { stripVTControlCharacters } from 'node:util'
import { DocentError } from '@docent/core'
import { Interrupted } from './interrupted.ts'

/**
 * Tells a person what went wrong. What Docent says itself needs no stack; anything else is a defect and does. With
 * LOG_LEVEL=debug also what it came from, such as the last words of git (without its credentials).
 * @returns the exit code of the command.
 */
export function printFailure(error: unknown, env: Readonly<Record<string, string | undefined>>): number {
  if (error instanceof Interrupted) return 130
  if (isUsageError(error)) console.error(`Error: ${withoutColours(error.message)} See "docent --help".`)
  else if (DocentError.is(error)) {
    console.error(`Error: ${error.message}`)
    if (['debug', 'trace'].includes(env.LOG_LEVEL ?? '')) printCauses(error)
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

/** The parser of arguments throws these: an unknown command, a missing argument. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CLIError'
}

function withoutColours(text: string): string {
  const plain = stripVTControlCharacters(text)
  return plain.endsWith('.') ? plain : `${plain}.`
}
