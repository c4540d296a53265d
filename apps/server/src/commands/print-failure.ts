import { DocentError } from '@docent/core'

/** Tells a person what went wrong. What Docent says itself needs no stack; anything else is a defect and does. */
export function printFailure(error: unknown): void {
  if (DocentError.is(error) || isUsageError(error)) console.error(`Error: ${error.message}`)
  else console.error(error)
}

/** The parser of arguments throws these: an unknown command, a missing argument. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CLIError'
}
