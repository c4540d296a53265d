import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../find-program.ts'
import { freePort, type PostgresServer, UNPRIVILEGED } from './postgres-server.ts'

/** Longest wait for it to listen, ms. */
const START_MS = 30_000

/** A PgBouncer in transaction mode before a server, with fewer connections than its clients have. */
export class Pooler {
  readonly url: string
  readonly #process: ChildProcess
  readonly #directory: string

  private constructor(url: string, child: ChildProcess, directory: string) {
    this.url = url
    this.#process = child
    this.#directory = directory
  }

  static async start(server: PostgresServer, connections: number): Promise<Pooler> {
    const program = findProgram('pgbouncer')
    if (!program) throw new Error('PgBouncer is not installed: run `npm run services`')
    const directory = mkdtempSync(join(tmpdir(), 'docent-pooler-'))
    chmodSync(directory, 0o777)
    const port = await freePort()
    const settings = join(directory, 'pgbouncer.ini')
    const log = join(directory, 'log')
    writeFileSync(
      settings,
      [
        '[databases]',
        `* = host=127.0.0.1 port=${server.port} user=postgres`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'auth_type = any',
        'pool_mode = transaction',
        `default_pool_size = ${connections}`,
        'unix_socket_dir =',
        `logfile = ${log}`,
        `pidfile = ${join(directory, 'pid')}`,
      ].join('\n'),
    )
    const child = spawn(program, [settings], { stdio: 'ignore', cwd: '/', ...UNPRIVILEGED })
    const pooler = new Pooler(`postgres://postgres@127.0.0.1:${port}/postgres`, child, directory)
    for (const until = Date.now() + START_MS; !(await listens(port)); await sleep(20)) {
      if (Date.now() < until && child.exitCode === null) continue
      const output = existsSync(log) ? readFileSync(log, 'utf8') : ''
      await pooler.stop()
      throw new Error(`PgBouncer could not be started: ${output}`)
    }
    return pooler
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve))
      this.#process.kill('SIGKILL')
      await ended
    }
    rmSync(this.#directory, { recursive: true, force: true })
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
