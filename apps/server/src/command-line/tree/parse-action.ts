import { type ArgsDef, type ParsedArgs, parseArgs } from 'citty'
import { checkOptions } from './check-options.ts'
import type { CommandTable } from './command-table.ts'
import { findCommand } from './command-tree.ts'
import type { AnyAction, CliCommand } from './define-command.ts'

/**
 * The arguments of a command, checked.
 * @throws DocentError `invalid_request`, or an error of the parser, that names the argument.
 */
export function parseCommand({ help }: CliCommand, args: readonly string[]): ParsedArgs<ArgsDef> {
  checkOptions(args, help.args)
  return parseArgs([...args], help.args)
}

/** The same for a command by its name, which another process asks for. */
export async function parseAction(
  commands: CommandTable,
  path: readonly string[],
  args: readonly string[],
): Promise<{ spec: AnyAction; args: ParsedArgs<ArgsDef> & { json: boolean } }> {
  const { command } = await findCommand(commands, path)
  const { action } = command as CliCommand
  if (!action) throw new Error(`The server has no command "${path.join(' ')}".`)
  const parsed = parseCommand(command as CliCommand, args)
  return { spec: action, args: parsed as ParsedArgs<ArgsDef> & { json: boolean } }
}
