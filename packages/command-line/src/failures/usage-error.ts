/** The command line is incomplete or wrong; named as the parser of arguments names its own. */
export class UsageError extends Error {
  override readonly name = 'CLIError'
}
