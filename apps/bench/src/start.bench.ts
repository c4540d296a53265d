import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, quantile, row } from './figures.ts'

/**
 * From the start of the server's process, built and with a data directory that is there already, to its first answer,
 * and its memory once it has nothing to do; beside a bare node:http server. Run with `pnpm run bundle`, then
 * `node apps/bench/run.mjs start`.
 */
const STARTS = 12
const IDLE_MS = 5_000
const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const BARE = `require('node:http').createServer((_, res) => res.end('{}')).listen(process.env.PORT, '127.0.0.1')`

interface Started {
  readonly process: ChildProcess
  /** From the start to the first answer, ms. */
  readonly ms: number
}

async function start(args: readonly string[], folder: string, path: string): Promise<Started> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, PORT: `${port}`, DOCENT_DATA: join(folder, 'data'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    if (await answers(port, path)) return { process: child, ms: performance.now() - begun }
    await sleep(2)
  }
}

async function answers(port: number, path: string): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`)
    await reply.arrayBuffer()
    return reply.ok
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function stop({ process: child }: Started): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Resident memory of a process, MiB. */
async function residentMib({ process: { pid } }: Started): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}

async function measure(name: string, args: readonly string[], folder: string, path: string): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < STARTS; n++) {
    const started = await start(args, folder, path)
    times.push(started.ms)
    await stop(started)
  }
  const idle = await start(args, folder, path)
  await sleep(IDLE_MS)
  const memory = await residentMib(idle)
  await stop(idle)
  const shown = [median(times), quantile(times, 0), quantile(times, 1)].map((ms) => ms.toFixed(0))
  row(name, ...shown, `${memory.toFixed(0)} MiB`)
}

async function main(): Promise<void> {
  if (!existsSync(SERVER)) throw new Error('Build the server first: pnpm run bundle')
  const folder = await mkdtemp(join(tmpdir(), 'docent-start-'))
  try {
    const serve = [SERVER, 'serve']
    const first = await start(serve, folder, '/health/ready')
    console.log(`First start, with the demo project made: ${first.ms.toFixed(0)} ms`)
    await sleep(IDLE_MS)
    await stop(first)
    console.log(
      `\nFrom the start of the process to its first answer, ${STARTS} starts; memory after ${IDLE_MS} ms`,
    )
    row('', 'median, ms', 'best', 'worst', 'resident')
    await measure('bare node:http', ['-e', BARE], folder, '/')
    await measure('Docent, live', serve, folder, '/health/live')
    await measure('Docent, ready', serve, folder, '/health/ready')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
