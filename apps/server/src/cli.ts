import type { CommandTable } from '@docent/command-line'
import {
  type AnyLocal,
  type CliCommand,
  type CommandNode,
  commandHelp,
  commandTree,
  type FoundCommand,
  findCommand,
  groupHelp,
  isRunnable,
  parseCommand,
  printFailure,
  printJson,
  terminal,
  UsageError,
} from '@docent/command-line'
import type { ProgressDisplay } from '@docent/command-line/progress'
import { CommandOutput } from '@docent/core/plugin'
import type { CommandDef } from 'citty'
import type { KnownCommands } from './command-line/added-commands.ts'
import type { DocentConfig } from './config/docent-config.ts'
import { secretsFromFiles } from './config/secret-files.ts'
import { COMMANDS } from './docent-commands.ts'
import { orOf } from './plugins/or-of.ts'
import { version } from './version.ts'

/** `docent` alone starts the server. */
const START = COMMANDS.serve as () => Promise<CommandDef>

/** Runs one command line; the exit code is set, never forced, so that output is written to its end. */
export async function runCli(args: readonly string[]): Promise<void> {
  const json = args.includes('--json')
  try {
    if (args[0] === '--version' || args[0] === '-v')
      return json ? printJson({ version: version() }) : console.log(version())
    const { commands, config } = await commandsFor(args)
    const found = await findCommand(commands, args)
    if (asksForHelp(args)) return console.log(await helpFor(found, commands))
    takeSecretsFromFiles()
    await run(found, commands, config)
  } catch (error) {
    process.exitCode = printFailure(error, { env: process.env, json })
  }
}

/**
 * Those of features and plugins only where they can be meant: the configuration takes longer to load than most
 * commands.
 */
async function commandsFor(args: readonly string[]): Promise<KnownCommands> {
  // Options may stand before the command.
  const first = args.find((arg) => /^[a-z]/.test(arg)) ?? args[0] ?? ''
  const isHelp = asksForHelp(args) && (first === '' || first.startsWith('-'))
  const isOwn = first === '' || first.startsWith('-') || Object.hasOwn(COMMANDS, first)
  if (isOwn && !isHelp && first !== 'completion') return { commands: COMMANDS }
  const { knownCommands } = await import('./command-line/added-commands.ts')
  takeSecretsFromFiles()
  const known = await knownCommands(COMMANDS, first, { folder: process.cwd(), env: process.env })
  if (known.problem === undefined || Object.hasOwn(known.commands, first)) return known
  if (!isHelp) throw known.problem
  console.error(`The commands of plugins are missing here. ${known.problem.message}\n`)
  return known
}

/** Each command, and whatever it imports, finds the values where the variables would have them. */
function takeSecretsFromFiles(): void {
  const values = secretsFromFiles(process.env)
  for (const [name, value] of Object.entries(values)) {
    process.env[name] = value
    delete process.env[`${name}_FILE`]
  }
}

async function run(
  { path, command, rest }: FoundCommand,
  commands: CommandTable,
  config: DocentConfig | undefined,
): Promise<void> {
  if (path.length === 0) return runCommand(['serve'], await START(), rest, commands)
  if (!isRunnable(command)) throw incomplete(path, command)
  return runCommand(path, command, rest, commands, config)
}

/** The name of a group alone. */
function incomplete(path: readonly string[], { subCommands = {} }: CommandDef): UsageError {
  const group = ['docent', ...path].join(' ')
  const names = Object.keys(subCommands).map((name) => `"${group} ${name}"`)
  return new UsageError(`"${group}" is not a whole command. Use ${orOf(names)}.`)
}

async function runCommand(
  path: readonly string[],
  command: CommandDef,
  rest: readonly string[],
  commands: CommandTable,
  config?: DocentConfig,
): Promise<void> {
  const cli = command as CliCommand
  if (cli.action) {
    // Not at the top: `docent serve` needs none of it, and starts sooner without.
    const { runAction } = await import('./run-action.ts')
    return runAction(path, cli, rest, config)
  }
  const { local } = cli
  if (!local) return
  const args = parseCommand(path, cli, rest) as Parameters<typeof local.run>[0]['args']
  const out = new CommandOutput(terminal({ quiet: args.json, ...(await displayOf(local)) }))
  const { dataDirectoryOf } = await import('./config/environment.ts')
  const { env } = process
  const folder = process.cwd()
  const dataDirectory = dataDirectoryOf(env, folder)
  const result = await local.run({
    ...{ args, out, commands, env, folder, dataDirectory },
    version: version(),
    isServed: async () => {
      const { findServer } = await import('./control/find-server.ts')
      return (await findServer(dataDirectory)) !== undefined
    },
  })
  if (result === undefined) return
  if (args.json) printJson(result)
  else local.show?.(result, out, args)
  const code = local.exitCode?.(result) ?? 0
  if (code !== 0) process.exitCode = code
}

async function displayOf({ hasProgress }: AnyLocal): Promise<{ display?: ProgressDisplay }> {
  if (!hasProgress) return {}
  const { ProgressDisplay } = await import('@docent/command-line/progress')
  return { display: new ProgressDisplay(process.stderr) }
}

/** What stands behind `--` is no option. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

async function helpFor({ path, command }: FoundCommand, commands: CommandTable): Promise<string> {
  if (isRunnable(command)) return commandHelp(path, command)
  return groupHelp(nodeAt(await commandTree(commands), path))
}

function nodeAt(node: CommandNode, path: readonly string[]): CommandNode {
  const found = path.length === 0 ? node : node.children.find((child) => child.path.at(-1) === path[0])
  return found === undefined || path.length === 0 ? node : nodeAt(found, path.slice(1))
}
