import { resolve } from 'node:path'
import type { CliCommand } from '@docent/command-line'
import { interruptible, isVerbose, parseCommand, printJson, terminal } from '@docent/command-line'
import { ProgressDisplay } from '@docent/command-line/progress'
import { type CommandEnd, CommandOutput } from '@docent/core/plugin'
import { withDocent } from './command-line/with-docent.ts'
import { configuredAddress } from './config/configured-address.ts'
import type { DocentConfig } from './config/docent-config.ts'
import { dataDirectoryOf, httpSettings } from './config/environment.ts'
import { loadConfig, loadConfigFile } from './config/load-config.ts'
import { findServer } from './control/find-server.ts'
import { runOnServer } from './control/run-on-server.ts'

/**
 * Runs a command to its end and shows its result: in the running server of the data directory where there is one,
 * with the server's models and keys; otherwise it opens the stores itself.
 */
export async function runAction(
  path: readonly string[],
  command: CliCommand,
  rawArgs: readonly string[],
  given?: DocentConfig,
): Promise<void> {
  const { action: spec } = command
  if (!spec) return
  const args = parseCommand(path, command, rawArgs) as Parameters<typeof spec.work>[0]['args']
  const input = await spec.input?.read(args)
  const sink = terminal({ quiet: args.json, display: new ProgressDisplay(process.stderr) })
  const out = new CommandOutput(sink)
  let result = await interruptible(async (signal) => {
    const config = given ?? (await loadConfig(process.cwd()))
    const { projects, organizations } = config
    const server = await findServer(dataDirectoryOf(process.env, process.cwd()))
    if (server) {
      const request = {
        path: [...path],
        args: [...rawArgs],
        input,
        config: { projects, organizations },
        verbose: isVerbose(process.env),
      }
      return runOnServer(server, request, sink, signal)
    }
    const { syncProjects = true } = spec
    const url = configuredAddress(httpSettings(config, process.env))
    return withDocent((docent) => spec.work({ docent, projects, args, input, url, out, signal }), {
      config,
      syncProjects,
    })
  })
  result = (await spec.complete?.(result, args, { input, out, withConfiguration })) ?? result
  out.progress(null)
  if (!args.json) spec.show?.(result, out, args)
  else if (spec.jsonLines !== undefined && isFollowed(args)) out.jsonLine(result)
  else printJson(result)
  const code = spec.exitCode?.(result) ?? 0
  if (code !== 0) process.exitCode = code
}

/** Programs read such a command line by line. */
function isFollowed(args: Readonly<Record<string, unknown>>): boolean {
  return args.follow !== false
}

/** Another configuration has models and settings of its own: no running server has them. */
const withConfiguration: CommandEnd['withConfiguration'] = async (file, work) => {
  const config = await loadConfigFile(resolve(file))
  return interruptible((signal) =>
    withDocent((docent) => work({ docent, projects: config.projects, signal }), {
      config,
      syncProjects: false,
    }),
  )
}
