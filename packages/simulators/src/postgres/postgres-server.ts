import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProgramUser, programsFor } from './embedded-programs.ts'
import { postgresPrograms } from './postgres-programs.ts'

/** As root, the server runs as `nobody`, which every system has: it refuses root. */
export const UNPRIVILEGED: ProgramUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * A PostgreSQL of its own on a free port, with its data in a temporary folder: nothing else can be in its way.
 *
 * @example
 * const server = await PostgresServer.start()
 * const client = new pg.Client(server.url)
 */
export class PostgresServer {
  readonly port: number
  readonly url: string
  readonly #bin: string
  readonly #directory: string
  readonly #isDurable: boolean

  private constructor(bin: string, directory: string, port: number, isDurable: boolean) {
    this.#bin = bin
    this.#directory = directory
    this.port = port
    this.#isDurable = isDurable
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`
  }

  /** @param isDurable flushes every commit to the disk, as a server that people rely on does */
  static async start(isDurable = false): Promise<PostgresServer> {
    const installed = postgresPrograms()
    if (!installed)
      throw new Error('PostgreSQL is not installed: run `npm run services`, or set POSTGRES_BIN')
    const directory = mkdtempSync(join(tmpdir(), 'docent-postgres-'))
    if (UNPRIVILEGED.uid !== undefined && UNPRIVILEGED.gid !== undefined) {
      chmodSync(directory, 0o755)
      chownSync(directory, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
    }
    const bin = programsFor(UNPRIVILEGED, installed, directory)
    const data = join(directory, 'data')
    must(
      run(bin, 'initdb', [
        '-D',
        data,
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '-U',
        'postgres',
        '-N',
      ]),
      directory,
    )
    const server = new PostgresServer(bin, directory, await freePort(), isDurable)
    server.resume()
    return server
  }

  /** Starts it again after `stop`, with the data that it had. */
  resume(): void {
    // The operating system keeps what a crash of the server alone leaves: only a power cut needs the flush.
    const options = `-p ${this.port} -k ${this.#directory} -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=${this.#isDurable ? 'on' : 'off'}`
    this.#control(['start', '-w', '-t', '60', '-l', join(this.#directory, 'log'), '-o', options])
  }

  /** @param mode `fast` ends connections and writes a checkpoint; `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate' = 'fast'): void {
    this.#control(['stop', '-w', '-t', '60', '-m', mode])
  }

  /** Ends the server and deletes its data. */
  remove(): void {
    if (existsSync(join(this.#directory, 'data', 'postmaster.pid'))) this.stop('immediate')
    rmSync(this.#directory, { recursive: true, force: true })
  }

  #control(args: string[]): void {
    must(run(this.#bin, 'pg_ctl', ['-D', join(this.#directory, 'data'), ...args]), this.#directory)
  }
}

function run(bin: string, program: string, args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(join(bin, program), args, {
    encoding: 'utf8',
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...UNPRIVILEGED,
  })
}

function must({ status, stderr, error }: SpawnSyncReturns<string>, directory: string): void {
  if (status === 0) return
  const log = join(directory, 'log')
  const output = existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : ''
  throw new Error(`PostgreSQL could not be started or stopped: ${error?.message ?? stderr}\n${output}`)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
