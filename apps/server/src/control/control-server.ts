import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { CommandTable } from '@docent/command-line'
import { type FailureReport, failureReport, parseAction } from '@docent/command-line'
import { SyncProjects } from '@docent/core'
import { CommandOutput, type Docent, DocentError, Logger } from '@docent/core/plugin'
import { boundConnections } from '@docent/http'
import { unusableDirectory } from '../config/data-directory.ts'
import type { DocentConfig } from '../config/docent-config.ts'
import { configuredProjects } from '../start/configured-projects.ts'
import { version } from '../version.ts'
import { type ControlReply, ControlRequest } from './control-protocol.ts'
import { removeServerRecord, writeServerRecord } from './server-record.ts'

/** More than commands ever need. */
const MOST_CONNECTIONS = 64

/** Questions of an evaluation are the largest input. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

export interface ControlOptions {
  docent: Docent
  dataDirectory: string
  /** Address of the server, for people. */
  url: string
  commands: CommandTable
  /** What the server was started with. */
  config: Pick<DocentConfig, 'projects' | 'organizations'>
}

/**
 * Runs commands for the owner of the data directory, with the stores, models and caches of the running server. It
 * listens on this machine alone, on a port of its own, so that no proxy leads there, and asks for a token that only
 * readers of the data directory know.
 */
export class ControlServer {
  readonly #server: Server
  readonly #token = randomBytes(32).toString('base64url')
  readonly #commands = new Set<AbortController>()

  private constructor(private readonly options: ControlOptions) {
    this.#server = createServer((req, res) => void this.#respond(req, res))
  }

  static async start(options: ControlOptions): Promise<ControlServer> {
    const control = new ControlServer(options)
    control.#server.listen(0, '127.0.0.1')
    await once(control.#server, 'listening')
    const logger = options.docent.resolve<Logger>(Logger)
    boundConnections(control.#server, MOST_CONNECTIONS, logger)
    await control.#writeRecord().catch((error: unknown) => {
      // Readers need no commands: with a full disk, a server answers from the index that it has.
      const message = 'commands on this machine do not find this server until it is started again'
      logger.warn({ err: unusableDirectory(options.dataDirectory, error) }, message)
    })
    return control
  }

  /** Commands that still run are interrupted, and say so. */
  async stop(): Promise<void> {
    await removeServerRecord(this.options.dataDirectory, this.#token)
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const command of this.#commands) command.abort(stopped())
    this.#server.closeIdleConnections()
    await closed
  }

  #writeRecord(): Promise<void> {
    const { dataDirectory, url } = this.options
    const { port } = this.#server.address() as AddressInfo
    const control = `http://127.0.0.1:${port}`
    const record = { pid: process.pid, version: version(), url, control, token: this.#token }
    return writeServerRecord(dataDirectory, record)
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!this.#isOwner(req.headers.authorization)) return void res.writeHead(401).end()
    if (req.method === 'GET') return void res.end(JSON.stringify({ pid: process.pid, version: version() }))
    const abort = new AbortController()
    this.#commands.add(abort)
    res.once('close', () => abort.abort())
    const send = (reply: ControlReply) => void res.write(`${JSON.stringify(reply)}\n`)
    let verbose = false
    let isStale = false
    try {
      const request = ControlRequest.parse(JSON.parse(await bodyOf(req)))
      verbose = request.verbose
      isStale = !isDeepStrictEqual(partOf(request.config), partOf(this.options.config))
      send({ type: 'result', result: await this.#run(request, send, abort.signal) })
    } catch (error) {
      const failure = failureReport(abort.signal.reason ?? error, verbose)
      send({
        type: 'failure',
        failure: isStale && isOfConfiguration(error) ? restartFirst(failure) : failure,
      })
    } finally {
      this.#commands.delete(abort)
      res.end()
    }
  }

  async #run(
    { path, args, input, config }: ControlRequest,
    send: (reply: ControlReply) => void,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { docent, commands } = this.options
    const action = await parseAction(commands, path, args)
    // The arguments were typed beside this configuration: its projects are there, as without a server.
    if (action.spec.syncProjects !== false)
      await docent.resolve(SyncProjects).sync(configuredProjects(config))
    return action.spec.work({
      docent,
      projects: config.projects,
      args: action.args,
      input: action.spec.input?.schema.parse(input),
      url: this.options.url,
      out: new CommandOutput(send),
      signal,
    })
  }

  #isOwner(authorization: string | undefined): boolean {
    return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${this.#token}`))
  }
}

/** As it comes through JSON, which leaves out what is undefined. */
function partOf({ projects, organizations }: Pick<DocentConfig, 'projects' | 'organizations'>): unknown {
  return JSON.parse(JSON.stringify({ projects, organizations }))
}

const CONFIGURATION = new Set(['configuration', 'model_not_configured', 'git_host_misconfigured'])

/** What a changed configuration, or a variable that came with it, can mend. */
function isOfConfiguration(error: unknown): boolean {
  return DocentError.is(error) && CONFIGURATION.has(error.code)
}

function restartFirst({ code, message, details }: FailureReport): FailureReport {
  return {
    code,
    message: 'The server started before docent.config.ts changed. Restart it, then run the command again.',
    details: [`  Until then: ${message}`, ...details],
  }
}

function stopped(): DocentError {
  return new DocentError('unavailable', 'The server stopped while it ran the command. Run the command again.')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of req as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MAX_BODY_BYTES)
      throw new DocentError('invalid_request', `The input is larger than ${MAX_BODY_BYTES} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
