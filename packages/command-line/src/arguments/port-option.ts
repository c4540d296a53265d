import { UsageError } from '../failures/usage-error.ts'

/**
 * The port that an option names; undefined where the option is not given.
 * @throws UsageError for what is no number from 0 to 65535.
 */
export function portOption(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new UsageError(`--${option} is "${text}": use a number from 0 to 65535.`)
}
