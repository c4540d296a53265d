import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A redis-server of its own that keeps an append-only file. */
export async function startRedis(): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'docent-bench-redis-'))
  const persistence = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', '']
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory]
  const child = spawn('redis-server', [...address, ...persistence], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null)
      throw new Error('redis-server ended at its start: apt-get install redis-server')
    await sleep(20)
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(directory, { recursive: true, force: true })
    },
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
