import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A real redis-server on a port of its own, which a test may stop, freeze and start again. */
export class RedisServer {
  readonly #directory: string
  readonly #settings: readonly string[]
  #process: ChildProcess | undefined

  private constructor(
    readonly port: number,
    settings: readonly string[],
  ) {
    this.#settings = settings
    this.#directory = mkdtempSync(join(tmpdir(), 'docent-redis-'))
  }

  static async start(...settings: string[]): Promise<RedisServer> {
    // Another process may take the port between looking and listening.
    for (let attempt = 1; ; attempt++) {
      const server = new RedisServer(await freePort(), settings)
      try {
        await server.start()
        return server
      } catch (error) {
        server.remove()
        if (attempt === 5) throw error
      }
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const child = spawn('redis-server', [...args, '--dir', this.#directory, ...this.#settings], {
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    this.#process = child
    const failed = once(child, 'error').then(([error]) => {
      throw new Error('Redis could not be started: run `npm run services`.', {
        cause: error,
      })
    })
    await Promise.race([failed, this.#answers()])
  }

  /** Stops it in the middle of what it does, as a machine that is overloaded would. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    await this.kill()
    this.remove()
  }

  remove(): void {
    this.#process?.kill('SIGKILL')
    rmSync(this.#directory, { recursive: true, force: true })
  }

  async #answers(): Promise<void> {
    while (!(await isListening(this.port))) {
      if (this.#process?.exitCode !== null) throw new Error('redis-server ended at its start.')
      await delay(20)
    }
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Three servers that share the slots among them. */
export async function startCluster(): Promise<RedisServer[]> {
  const servers: RedisServer[] = []
  for (let node = 0; node < 3; node++)
    servers.push(await RedisServer.start('--cluster-enabled', 'yes', '--cluster-node-timeout', '5000'))
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' })
  return servers
}

/** Below 45,000: a node of a cluster also listens on its port + 10,000. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
