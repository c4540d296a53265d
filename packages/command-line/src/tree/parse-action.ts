import { stripVTControlCharacters } from 'node:util'
import type { Command, CommandArgs, ParsedArgs } from '@docent/core/plugin'
import { DocentError } from '@docent/core/plugin'
import { type ArgsDef, parseArgs } from 'citty'
import { checkOptions } from './check-options.ts'
import type { CommandTable } from './command-table.ts'
import { findCommand } from './command-tree.ts'
import type { CliCommand } from './define-command.ts'

/**
 * The arguments of a command, checked.
 * @throws DocentError `invalid_request` that names the argument.
 */
export function parseCommand(
  path: readonly string[],
  { help }: CliCommand,
  args: readonly string[],
): ParsedArgs<CommandArgs> {
  const name = ['docent', ...path].join(' ')
  checkOptions(args, help.args)
  try {
    // The parser writes to none of it.
    return parseArgs([...args], help.args as unknown as ArgsDef) as unknown as ParsedArgs<CommandArgs>
  } catch (error) {
    throw inOwnWords(error, name, help)
  }
}

/** The parser says what is wrong in the terms of its library. */
function inOwnWords(error: unknown, name: string, { args, example }: CliCommand['help']): unknown {
  if (!(error instanceof Error) || error.name !== 'CLIError') return error
  const said = stripVTControlCharacters(error.message)
  const [, positional] = /^Missing required positional argument: (\S+?)\.?$/.exec(said) ?? []
  const [, option] = /^Missing required argument: -*([^\s-]\S*?)\.?$/.exec(said) ?? []
  const [, wrong, value, known] =
    /^Invalid value for argument: (\S+) \((.*)\)\. Expected one of: (.*?)\.?$/s.exec(said) ?? []
  const message =
    positional !== undefined
      ? `<${Object.keys(args).find((key) => key.toUpperCase() === positional) ?? positional}> is missing. For example: docent ${example}`
      : option !== undefined
        ? `--${option} is missing. For example: docent ${example}`
        : wrong !== undefined
          ? `${wrong}: "${value}" is none of ${known}.`
          : `${said} See "${name} --help".`
  return new DocentError('invalid_request', message, { cause: error })
}

/** The same for a command by its name, which another process asks for. */
export async function parseAction(
  commands: CommandTable,
  path: readonly string[],
  args: readonly string[],
): Promise<{ spec: Command; args: ParsedArgs<CommandArgs> }> {
  const { command } = await findCommand(commands, path)
  const { action } = command as CliCommand
  if (!action) throw new Error(`The server has no command "${path.join(' ')}".`)
  const parsed = parseCommand(path, command as CliCommand, args)
  return { spec: action, args: parsed }
}
