import type { Docent } from '@docent/core'
import type { ArgsDef, CommandDef, ParsedArgs } from 'citty'
import type { z } from 'zod'
import type { DocentConfig } from '../../config/docent-config.ts'
import type { CommandOutput } from '../command-output.ts'
import type { CommandTable } from './command-table.ts'

const json = { type: 'boolean', default: false, description: 'Print JSON' } as const

type WithJson<Args extends ArgsDef> = Args & { json: typeof json }

/** What people read about a command, and what completion and the reference are made from. */
export interface CommandHelp {
  description: string
  args: ArgsDef
  /** A command line to copy, without `docent`. */
  example: string
  /** What `--json` prints. */
  json: z.ZodType
  /** `--json` prints JSON Lines, of which the last one has this shape. */
  jsonLines?: string
  /** Values of the first argument, when it is one of a list. */
  choices?: readonly string[]
  /** Beside 0, 1 and 130. */
  exitCodes?: Readonly<Record<number, string>>
}

/** The part of the configuration that a command may look at. */
export type CommandConfig = Pick<DocentConfig, 'projects' | 'organizations'>

export interface ActionCall<Args extends ArgsDef, Input> {
  docent: Docent
  config: CommandConfig
  args: ParsedArgs<WithJson<Args>>
  /** What was read where the command was typed. */
  input: Input
  /** Where people reach the server, by its configuration when it does not run. */
  url: string
  out: CommandOutput
  /** Aborts when the person interrupts the command. */
  signal: AbortSignal
}

/** A command that works with the stores and models: in a running server where there is one. */
export interface ActionSpec<Args extends ArgsDef, Json extends z.ZodType, Input = undefined>
  extends CommandHelp {
  args: Args
  json: Json
  /** Reads files and standard input, and refuses wrong options, before anything is opened. */
  input?: {
    schema: z.ZodType<Input>
    read(args: ParsedArgs<WithJson<Args>>): Input | Promise<Input>
  }
  /** Brings the store in line with the projects of the configuration first. Default: true. */
  syncProjects?: boolean
  /** The result is plain JSON: it may come from another process. */
  work(call: ActionCall<Args, Input>): Promise<z.input<Json>>
  /** Adds what can only be done where the command was typed. */
  complete?(
    result: z.input<Json>,
    args: ParsedArgs<WithJson<Args>>,
    context: { input: Input; out: CommandOutput },
  ): Promise<z.input<Json>>
  /** Shows the result to people. Absent: `work` has said everything. */
  show?(result: z.input<Json>, out: CommandOutput, args: ParsedArgs<WithJson<Args>>): void
  /** Default: 0. */
  exitCode?(result: z.input<Json>): number
}

export interface LocalCall<Args extends ArgsDef> {
  args: ParsedArgs<WithJson<Args>>
  out: CommandOutput
  /** All commands, for those that speak of others. */
  commands: CommandTable
}

/** A command that needs neither stores nor models. */
export interface LocalSpec<Args extends ArgsDef, Json extends z.ZodType> extends CommandHelp {
  args: Args
  json: Json
  /** It may take long, and tells how far it is. Default: false. */
  hasProgress?: boolean
  run(call: LocalCall<Args>): Promise<z.input<Json> | undefined>
  show?(result: z.input<Json>, out: CommandOutput, args: ParsedArgs<WithJson<Args>>): void
}

export type AnyAction = ActionSpec<ArgsDef, z.ZodType, unknown>
export type AnyLocal = LocalSpec<ArgsDef, z.ZodType>

/** One command as the command line runs it. */
export interface CliCommand extends CommandDef {
  help: CommandHelp
  action?: AnyAction
  local?: AnyLocal
}

export function defineAction<const Args extends ArgsDef, Json extends z.ZodType, Input = undefined>(
  spec: ActionSpec<Args, Json, Input>,
): CliCommand {
  const args = { ...spec.args, json }
  // The types of arguments and result hold within a definition; outside, all commands are alike.
  const action = { ...spec, args } as unknown as AnyAction
  return { meta: { description: spec.description }, args, help: action, action }
}

export function defineLocal<const Args extends ArgsDef, Json extends z.ZodType>(
  spec: LocalSpec<Args, Json>,
): CliCommand {
  const args = { ...spec.args, json }
  const local = { ...spec, args } as unknown as AnyLocal
  return { meta: { description: spec.description }, args, help: local, local }
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
