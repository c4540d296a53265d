import { ownName } from '../own-name.ts'
import { style } from '../terminal/style.ts'
import { exitCodeOf, failureReport } from './failure-report.ts'
import { Interrupted } from './interrupted.ts'

/**
 * Prints a failure on standard error: for a person, or as one line of JSON. With LOG_LEVEL=debug its causes follow.
 * @returns the exit code of the command.
 */
export function printFailure(
  error: unknown,
  { env, json }: { env: Readonly<Record<string, string | undefined>>; json: boolean },
): number {
  if (error instanceof Interrupted) return exitCodeOf(error)
  const { code, message, details } = failureReport(error, isVerbose(env))
  if (json) console.error(JSON.stringify({ error: { code, message, details } }))
  else if (code === 'internal') console.error(message)
  else {
    console.error(`${style('red', 'Error:', process.stderr)} ${asTyped(message, env)}`)
    for (const line of details) console.error(line)
  }
  return exitCodeOf(error)
}

/** Commands that a message quotes, as this person types them. */
function asTyped(message: string, env: Readonly<Record<string, string | undefined>>): string {
  return message.replaceAll(/(?<=["`])docent (?=[a-z-])/g, `${ownName(env)} `)
}

export function isVerbose({ LOG_LEVEL }: Readonly<Record<string, string | undefined>>): boolean {
  return ['debug', 'trace'].includes(LOG_LEVEL ?? '')
}
