import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { BenchServer } from './bench-server.ts'

/** What a server process has used since it started. */
export interface Usage {
  /** User and system time of all its threads, µs. */
  readonly cpuUs: number
  /** Resident memory, bytes. */
  readonly rss: number
}

/** A server in a process of its own, so that the load generator's time is not counted as its. */
export interface MeasuredProcess extends BenchServer {
  readonly name: string
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/**
 * Starts this very program again with `--serve <name>`. With BENCH_CPU_PROF set to a folder, each server leaves a CPU
 * profile there.
 */
export async function startProcess(program: string, name: string): Promise<MeasuredProcess> {
  const profiles = process.env.BENCH_CPU_PROF
  const child = fork(program, ['--serve', name], {
    execArgv: [
      ...process.execArgv,
      ...(profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}.cpuprofile`] : []),
    ],
  })
  const server = (await message(child)) as BenchServer
  return {
    ...server,
    name,
    usage: () => {
      child.send('usage')
      return message(child) as Promise<Usage>
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.send('stop')
      await exited
    },
  }
}

async function message(child: ChildProcess): Promise<unknown> {
  const abort = new AbortController()
  const died = once(child, 'exit', abort).then(() => {
    throw new Error('The server process ended.')
  })
  died.catch(() => undefined)
  try {
    const [value] = await Promise.race([once(child, 'message', abort), died])
    return value
  } finally {
    abort.abort()
  }
}

/** The other side: serves until it is told to stop. */
export async function serveMeasured(start: () => Promise<BenchServer>): Promise<void> {
  const server = await start()
  process.on('message', (order) => {
    if (order === 'stop') process.exit()
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuUs: user + system, rss: process.memoryUsage.rss() } satisfies Usage)
  })
  process.send?.(server)
}
