import {
  type Command,
  type CommandArgs,
  type CommandHelp,
  type CommandOutput,
  type CommandSpec,
  defineCommand,
  type ParsedArgs,
} from '@docent/core/plugin'
import type { ArgsDef, CommandDef } from 'citty'
import type { z } from 'zod'
import type { DocentConfig } from '../../config/docent-config.ts'
import type { CommandTable } from './command-table.ts'

const json = { type: 'boolean', default: false, description: 'Print JSON' } as const

/** The part of the configuration that a command may look at. */
export type CommandConfig = Pick<DocentConfig, 'projects' | 'organizations'>

/** What the server adds to a call of its own commands. */
interface OwnCall {
  config: CommandConfig
}

export interface LocalCall<Args extends CommandArgs> {
  args: ParsedArgs<Args>
  out: CommandOutput
  /** All commands, for those that speak of others. */
  commands: CommandTable
}

/** A command that needs neither stores nor models. */
export interface LocalSpec<Args extends CommandArgs, Json extends z.ZodType> extends CommandHelp {
  args: Args
  json: Json
  /** It may take long, and tells how far it is. Default: false. */
  hasProgress?: boolean
  run(call: LocalCall<Args>): Promise<z.input<Json> | undefined>
  show?(result: z.input<Json>, out: CommandOutput, args: ParsedArgs<Args>): void
}

export type AnyAction = CommandSpec<CommandArgs, z.ZodType, unknown, OwnCall>
export type AnyLocal = LocalSpec<CommandArgs, z.ZodType>

/** One command as the command line runs it. */
export interface CliCommand extends CommandDef {
  help: CommandHelp
  action?: AnyAction
  local?: AnyLocal
}

export function defineAction<const Args extends CommandArgs, Json extends z.ZodType, Input = undefined>(
  spec: CommandSpec<Args, Json, Input, OwnCall>,
): CliCommand {
  return cliCommand(defineCommand(spec))
}

/** A command of a plugin, or of the server. */
export function cliCommand(command: Command): CliCommand {
  const action = { ...command, args: { ...command.args, json } }
  const { description, args } = action
  return { meta: { description }, args: args as unknown as ArgsDef, help: action, action }
}

export function defineLocal<const Args extends CommandArgs, Json extends z.ZodType>(
  spec: LocalSpec<Args, Json>,
): CliCommand {
  const args = { ...spec.args, json }
  // The types of arguments and result hold within a definition; outside, all commands are alike.
  const local = { ...spec, args } as unknown as AnyLocal
  return { meta: { description: spec.description }, args: args as unknown as ArgsDef, help: local, local }
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
