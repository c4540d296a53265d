import { type CommandDef, defineCommand, renderUsage, runCommand } from 'citty'
import { printFailure } from './commands/print-failure.ts'

const command = (load: () => Promise<{ command: unknown }>) => async () =>
  (await load()).command as CommandDef

/** The `docent` command. Each subcommand is imported when it is asked for. */
const docent = defineCommand({
  meta: { name: 'docent', description: 'Answers questions about documentation, and changes it.' },
  default: 'serve',
  subCommands: {
    serve: command(() => import('./commands/serve.ts')),
    keys: command(() => import('./commands/keys.ts')),
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
    if (args.includes('--help') || args.includes('-h')) return console.log(await usageFor(args))
    await runCommand(docent, { rawArgs: [...args] })
  } catch (error) {
    printFailure(error)
    process.exitCode = 1
  }
}

/** Usage of the deepest command that the arguments name. */
async function usageFor(args: readonly string[]): Promise<string> {
  let current: CommandDef = docent as CommandDef
  let parent: CommandDef | undefined
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    const subCommands = await resolve(current.subCommands)
    const next = subCommands && Object.hasOwn(subCommands, name) ? subCommands[name] : undefined
    if (next === undefined) break
    parent = current
    current = (await resolve(next)) as CommandDef
  }
  return renderUsage(current, parent)
}

async function resolve<Value>(
  value: Value | (() => Value | Promise<Value>) | Promise<Value>,
): Promise<Value> {
  return typeof value === 'function' ? (value as () => Value | Promise<Value>)() : value
}
