import type { z } from 'zod'
import { type Token, token } from '../ports/token.ts'
import type { ProjectConfig } from '../projects/project-config.ts'
import type { CommandOutput } from './command-output.ts'
import type { Docent } from './docent.ts'
import type { Named } from './named-adapters.ts'

interface Arg<Value> {
  /** Help shows it. */
  description?: string
  /** Of a positional argument: true unless it is given. */
  required?: boolean
  default?: Value
}

/** One argument of a command. */
export type CommandArg =
  | ({ type: 'positional' } & Arg<string>)
  | ({ type: 'string'; alias?: string; valueHint?: string } & Arg<string>)
  | ({ type: 'enum'; alias?: string; options: readonly string[] } & Arg<string>)
  | ({ type: 'boolean'; alias?: string } & Arg<boolean>)

/** Arguments of a command by name. */
export type CommandArgs = Readonly<Record<string, CommandArg>>

type ValueOf<One extends CommandArg> = One extends { type: 'boolean' }
  ? boolean
  : One extends { type: 'enum'; options: readonly (infer Option)[] }
    ? Option
    : string

type IsGiven<One extends CommandArg> = One extends { default: string | boolean } | { required: true }
  ? true
  : One extends { type: 'positional' }
    ? One extends { required: false }
      ? false
      : true
    : false

/**
 * The arguments as they were typed, with their defaults. `json` is an option of every command, and `_` has all words that
 * belong to no option.
 */
export type ParsedArgs<Args extends CommandArgs> = {
  readonly [Name in keyof Args]: IsGiven<Args[Name]> extends true
    ? ValueOf<Args[Name]>
    : ValueOf<Args[Name]> | undefined
} & { readonly json: boolean; readonly _: readonly string[] }

/** What people read about a command, and what completion and the reference are made from. */
export interface CommandHelp {
  description: string
  args: CommandArgs
  /** A command line to copy, without `docent`. */
  example: string
  /** What `--json` prints. */
  json: z.ZodType
  /** `--json` prints JSON Lines. The last line has this shape. */
  jsonLines?: string
  /** Values of the first argument, when it is one of a list. */
  choices?: readonly string[]
  /** Beside 0, 1 and 130. */
  exitCodes?: Readonly<Record<number, string>>
  /** Commands below its name, such as `docent eval generate`. */
  commands?: Readonly<Record<string, RunnableCommand>>
}

export interface CommandCall<Args extends CommandArgs, Input = undefined> {
  docent: Docent
  args: ParsedArgs<Args>
  /** What was read where the command was typed. */
  input: Input
  /** Projects of the configuration where the command was typed. The store may have others. */
  projects: readonly ProjectConfig[]
  /** Where people reach the server, by its configuration when it does not run. */
  url: string
  out: CommandOutput
  /** Aborts when the person interrupts the command. */
  signal: AbortSignal
}

/** What a command can use where it was typed, when its work is done. */
export interface CommandEnd<Input = undefined> {
  input: Input
  out: CommandOutput
  /** Opens a Docent with the configuration of another file, for some work of this process. */
  withConfiguration<Result>(
    file: string,
    work: (call: Pick<CommandCall<CommandArgs>, 'docent' | 'projects' | 'signal'>) => Promise<Result>,
  ): Promise<Result>
}

/**
 * A command that works with the stores and models: in a running server where there is one, and otherwise in its own
 * process.
 */
export interface CommandSpec<Args extends CommandArgs, Result extends z.ZodType, Input = undefined>
  extends CommandHelp {
  args: Args
  json: Result
  /** Reads files and standard input, and refuses wrong options, before anything is opened. */
  input?: {
    schema: z.ZodType<Input>
    read(args: ParsedArgs<Args>): Input | Promise<Input>
  }
  /** Brings the store in line with the projects of the configuration first. Default: true. */
  syncProjects?: boolean
  /** The result is plain JSON: it may come from another process. */
  work(call: CommandCall<Args, Input>): Promise<z.input<Result>>
  /** Adds what can only be done where the command was typed. */
  complete?(result: z.input<Result>, args: ParsedArgs<Args>, end: CommandEnd<Input>): Promise<z.input<Result>>
  /** Shows the result to people. Absent: `work` has said everything. */
  show?(result: z.input<Result>, out: CommandOutput, args: ParsedArgs<Args>): void
  /** Default: 0. */
  exitCode?(result: z.input<Result>): number
}

/** A command whose types of arguments and result are no longer known. */
export type Command = CommandSpec<CommandArgs, z.ZodType, unknown>

/** Keeps the types of arguments and result within the definition; outside, all commands are alike. */
export function defineCommand<const Args extends CommandArgs, Result extends z.ZodType, Input = undefined>(
  spec: CommandSpec<Args, Result, Input>,
): Command {
  return spec as unknown as Command
}

export interface LocalCommandCall<Args extends CommandArgs> {
  args: ParsedArgs<Args>
  out: CommandOutput
  env: Readonly<Record<string, string | undefined>>
  /** Where the command was typed: relative paths start here. */
  folder: string
  /** Absolute path. */
  dataDirectory: string
  /** Of Docent. */
  version: string
  /** Whether a running server uses the data directory. */
  isServed(): Promise<boolean>
}

/** A command that needs neither stores nor models, such as one that restores a backup. `More`: what the server adds to the call of its own. */
export interface LocalCommandSpec<Args extends CommandArgs, Result extends z.ZodType, More = object>
  extends CommandHelp {
  args: Args
  json: Result
  /** It may take long, and reports its progress. Default: false. */
  hasProgress?: boolean
  /** Undefined: there is nothing to show. */
  run(call: LocalCommandCall<Args> & More): Promise<z.input<Result> | undefined>
  show?(result: z.input<Result>, out: CommandOutput, args: ParsedArgs<Args>): void
  /** Default: 0. */
  exitCode?(result: z.input<Result>): number
}

/** A local command whose types of arguments and result are no longer known. */
export type LocalCommand = LocalCommandSpec<CommandArgs, z.ZodType>

/** As `defineCommand`, for a command that needs neither stores nor models. */
export function defineLocalCommand<const Args extends CommandArgs, Result extends z.ZodType, More = object>(
  spec: LocalCommandSpec<Args, Result, More>,
): LocalCommand {
  return spec as unknown as LocalCommand
}

export type RunnableCommand = Command | LocalCommand

/** Commands below one name, which does nothing by itself. */
export interface CommandGroup {
  description: string
  commands: Readonly<Record<string, RunnableCommand>>
}

export interface AddedCommand {
  /** One word, such as `bitbucket`. */
  name: string
  /** A function imports it when somebody types its name or asks for help. */
  command: RunnableCommand | CommandGroup | (() => Promise<RunnableCommand | CommandGroup>)
}

/** Every command that plugins added, by the name behind `docent`. */
export const RegisteredCommands: Token<readonly Named<AddedCommand>[]> =
  token<readonly Named<AddedCommand>[]>('RegisteredCommands')
