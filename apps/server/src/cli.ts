import { type CommandDef, defineCommand, renderUsage, runCommand } from 'citty'
import { checkOptions } from './commands/check-options.ts'
import { printFailure } from './commands/print-failure.ts'
import { version } from './version.ts'

const command = (load: () => Promise<{ command: unknown }>) => async () =>
  (await load()).command as CommandDef

/** The `docent` command. Each subcommand is imported when it is asked for. */
const docent = defineCommand({
  meta: { name: 'docent', description: 'Answers questions about documentation, and changes it.' },
  default: 'serve',
  subCommands: {
    serve: command(() => import('./commands/serve.ts')),
    keys: command(() => import('./commands/keys.ts')),
    'owner-link': command(() => import('./commands/owner-link.ts')),
    projects: command(() => import('./commands/projects.ts')),
    index: command(() => import('./commands/index-project.ts')),
    ask: command(() => import('./commands/ask.ts')),
    agent: command(() => import('./commands/agent.ts')),
    threads: command(() => import('./commands/threads.ts')),
    eval: command(() => import('./commands/evaluate.ts')),
    gaps: command(() => import('./commands/gaps.ts')),
    webhooks: command(() => import('./commands/webhooks.ts')),
  },
})

/** Runs one command line; the exit code is set, never forced, so that output is written to its end. */
export async function runCli(args: readonly string[]): Promise<void> {
  try {
    if (args[0] === '--version' || args[0] === '-v') return console.log(version())
    if (args.includes('--help') || args.includes('-h')) return console.log(await usageFor(args))
    const { command: called, rest } = await commandOf(args)
    if (called.subCommands === undefined) checkOptions(rest, (await resolve(called.args)) ?? {})
    await runCommand(docent, { rawArgs: [...args] })
  } catch (error) {
    process.exitCode = printFailure(error, process.env)
  }
}

async function usageFor(args: readonly string[]): Promise<string> {
  const { command: called, parent } = await commandOf(args)
  return renderUsage(called, parent)
}

/** The deepest command that the arguments name, and what stands behind its name. */
async function commandOf(
  args: readonly string[],
): Promise<{ command: CommandDef; parent: CommandDef | undefined; rest: readonly string[] }> {
  let current: CommandDef = docent as CommandDef
  let parent: CommandDef | undefined
  let rest = args
  for (;;) {
    const at = rest.findIndex((arg) => !arg.startsWith('-'))
    const name = rest[at]
    const subCommands = await resolve(current.subCommands)
    if (name === undefined || !subCommands || !Object.hasOwn(subCommands, name)) break
    parent = current
    current = (await resolve(subCommands[name])) as CommandDef
    rest = [...rest.slice(0, at), ...rest.slice(at + 1)]
  }
  return { command: current, parent, rest }
}

async function resolve<Value>(
  value: Value | (() => Value | Promise<Value>) | Promise<Value>,
): Promise<Value> {
  return typeof value === 'function' ? (value as () => Value | Promise<Value>)() : value
}
