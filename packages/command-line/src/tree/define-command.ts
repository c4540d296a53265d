import {
  type Command,
  type CommandArgs,
  type CommandGroup,
  type CommandHelp,
  type CommandSpec,
  defineCommand,
  defineLocalCommand,
  type LocalCommandSpec,
  type RunnableCommand,
} from '@docent/core/plugin'
import type { ArgsDef, CommandDef } from 'citty'
import type { z } from 'zod'
import type { CommandTable } from './command-table.ts'

const json = { type: 'boolean', default: false, description: 'Print JSON' } as const

/** What the server adds to a call of its own local commands. */
interface OwnLocalCall {
  /** All commands, for those that speak of others. */
  commands: CommandTable
}

export type AnyLocal = LocalCommandSpec<CommandArgs, z.ZodType, OwnLocalCall>

/** One command as the command line runs it. */
export interface CliCommand extends CommandDef {
  help: CommandHelp
  action?: Command
  local?: AnyLocal
}

export function defineAction<const Args extends CommandArgs, Json extends z.ZodType, Input = undefined>(
  spec: CommandSpec<Args, Json, Input>,
): CliCommand {
  return cliCommand(defineCommand(spec))
}

export function defineLocal<const Args extends CommandArgs, Json extends z.ZodType>(
  spec: LocalCommandSpec<Args, Json, OwnLocalCall>,
): CliCommand {
  return cliCommand(defineLocalCommand(spec))
}

/** A command of a plugin, or of the server. */
export function cliCommand(command: RunnableCommand): CliCommand {
  const help = { ...command, args: { ...command.args, json } }
  const { description, args, commands } = help
  return {
    meta: { description },
    args: args as unknown as ArgsDef,
    help,
    ...('work' in help ? { action: help } : { local: help }),
    ...(commands === undefined ? {} : { subCommands: mapValues(commands) }),
  }
}

/** A command of a plugin, or several below one name. */
export function commandDef(command: RunnableCommand | CommandGroup): CommandDef {
  if ('example' in command) return cliCommand(command)
  return defineGroup(command.description, mapValues(command.commands))
}

function mapValues(commands: Readonly<Record<string, RunnableCommand>>): Record<string, CliCommand> {
  return Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, cliCommand(command)]))
}

/** Commands below one name. */
export function defineGroup(
  description: string,
  subCommands: Readonly<Record<string, CliCommand>>,
): CommandDef {
  return { meta: { description }, subCommands }
}

/** A command that is also the name above others, such as `docent eval` and `docent eval generate`. */
export function withSubCommands(
  command: CliCommand,
  subCommands: Readonly<Record<string, CliCommand>>,
): CliCommand {
  return { ...command, subCommands }
}

/** A name that does something by itself. */
export function isRunnable(command: CommandDef): command is CliCommand {
  return 'help' in command
}
