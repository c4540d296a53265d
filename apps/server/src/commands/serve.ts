import type { CommandTable } from '@docent/command-line'
import { defineLocal, portOption } from '@docent/command-line'
import { DEFAULT_ORGANIZATION, makeOwnerLink } from '@docent/core'
import { RegisteredCommands } from '@docent/core/plugin'
import { accountLinkUrl } from '@docent/dashboard-api/for-commands'
import { z } from 'zod'
import { withAddedCommands } from '../command-line/added-commands.ts'
import { dataDirectoryOf } from '../config/environment.ts'
import { loadConfig } from '../config/load-config.ts'
import { type ControlOptions, ControlServer } from '../control/control-server.ts'
import { FirstStart } from '../first-start/first-start.ts'
import { missingModels } from '../first-start/missing-models.ts'
import { flushCodeCache } from '../process/code-cache.ts'
import { createLogger } from '../process/logger.ts'
import { stopOnSignal } from '../process/stop-on-signal.ts'
import { Watchdog } from '../process/watchdog.ts'
import { WorkUnderWay } from '../process/work-under-way.ts'
import { type RunningServer, startServer } from '../start/start-server.ts'
import { version } from '../version.ts'

export const command = defineLocal({
  description: 'Start the server',
  args: {
    port: { type: 'string', valueHint: 'port', description: 'Listen on this port; 0 for any free one' },
    https: {
      type: 'boolean',
      description: 'Serve HTTPS, with the certificate from http.https or a new one',
    },
    open: { type: 'boolean', description: 'Open the server in the browser' },
    qr: { type: 'boolean', description: 'Show all addresses, and a QR code for other devices' },
    dev: { type: 'boolean', description: 'Use another free port if the port is in use' },
    'http-only': {
      type: 'boolean',
      description: 'Handle only requests; docent work runs jobs and indexes in other processes',
    },
  },
  example: 'serve --port 4000 --open',
  json: z.object({ url: z.string(), pid: z.number(), version: z.string() }),
  jsonLines: 'One line, as soon as the server is ready:',
  run: async ({ args, commands }) => {
    await serve(args, commands)
    return undefined
  },
})

interface ServeOptions {
  port?: string | undefined
  https?: boolean | undefined
  open?: boolean | undefined
  qr?: boolean | undefined
  dev?: boolean | undefined
  'http-only'?: boolean | undefined
  json: boolean
}

async function serve(options: ServeOptions, commands: CommandTable): Promise<void> {
  const port = portOption('port', options.port)
  const env = port === undefined ? process.env : { ...process.env, PORT: String(port) }
  const folder = process.cwd()
  const config = await loadConfig(folder)
  const logger = createLogger(env)
  const first = new FirstStart({ env, folder, logger })
  const work = new WorkUnderWay()
  const server = await startServer({
    config,
    env,
    folder,
    logger,
    prepare: (docent) => first.prepare(docent),
    http: { https: options.https === true, development: options.dev === true },
    hasBackground: options['http-only'] !== true,
    nameWork: (name, run) => work.during(name, run),
  })
  // Not before: a migration of a large database may take as long as it needs.
  new Watchdog(work, logger)
  const control = await startControl(server, {
    config,
    dataDirectory: dataDirectoryOf(env, folder),
    commands,
  })
  stopOnSignal(
    () => stopAll({ server, control }),
    () => logger.flush(),
  )
  if (first.demo && options['http-only'] !== true) {
    if (!options.json) console.log('Reading the documentation of the demo project …')
    await server.indexing.settled()
  }
  if (options.json) {
    console.log(JSON.stringify({ url: server.url, pid: process.pid, version: version() }))
    return flushCodeCache()
  }
  console.log(`Docent is ready at ${server.url}`)
  const welcome = first.welcome(server.url)
  if (welcome !== undefined) console.log(welcome)
  const owner = await ownerWelcome(server)
  console.log(owner ?? `Open the dashboard at ${server.services.publicUrl()}/dashboard`)
  for (const line of await missingModels(server.docent)) console.log(line)
  if (options.qr) await server.http.showAddresses()
  if (options.open) await server.http.open()
  flushCodeCache()
}

/** The import keeps the process busy for a quarter of a second, in which a server that just started would not answer. */
const ACCOUNTS_AFTER_MS = 1_000

/** What to print while nobody owns the server: a link that signs the owner in. */
async function ownerWelcome({ services }: RunningServer): Promise<string | undefined> {
  const { accounts, clock } = services
  if (!accounts || (await accounts.hasOwner(DEFAULT_ORGANIZATION))) return undefined
  const { secret } = await makeOwnerLink(accounts, clock, DEFAULT_ORGANIZATION)
  // Somebody opens the link in a moment: what serves accounts is imported meanwhile, after the first requests.
  setTimeout(() => {
    accounts
      .members(DEFAULT_ORGANIZATION)
      .catch((error: unknown) => services.logger.warn({ err: error }, 'the accounts could not be opened'))
  }, ACCOUNTS_AFTER_MS).unref()
  return `Open the dashboard with this link. It signs you in as the owner, once and within an hour:

  ${accountLinkUrl(services.publicUrl(), secret)}
`
}

async function startControl(
  { docent, services, stop }: RunningServer,
  given: Pick<ControlOptions, 'config' | 'dataDirectory' | 'commands'>,
): Promise<ControlServer> {
  try {
    const commands = withAddedCommands(given.commands, docent.resolve(RegisteredCommands))
    return await ControlServer.start({ ...given, docent, url: services.publicUrl(), commands })
  } catch (error) {
    await stop()
    throw error
  }
}

/** Commands first: they use the stores that the server then closes. */
async function stopAll({
  server,
  control,
}: {
  server: RunningServer
  control: ControlServer
}): Promise<void> {
  try {
    await control.stop()
  } finally {
    await server.stop()
  }
}
