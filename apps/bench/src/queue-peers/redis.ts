import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface BenchRedis {
  readonly port: number
  freeze(): void
  thaw(): void
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * A redis-server of its own that keeps an append-only file.
 * @param at where another one listened before; default: a free port
 */
export async function startRedis(at?: number): Promise<BenchRedis> {
  const port = at ?? (await freePort())
  const directory = mkdtempSync(join(tmpdir(), 'docent-bench-redis-'))
  const persistence = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', '']
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory]
  const child = spawn('redis-server', [...address, ...persistence], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('redis-server ended at its start: run `npm run services`')
    await sleep(20)
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await exited
    rmSync(directory, { recursive: true, force: true })
  }
  return {
    port,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
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
