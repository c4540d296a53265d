import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import type { Boundary } from '../crash/boundaries.ts'
import { Holdings, isHoldMessage } from './carried-on.ts'

export type BoundaryFaults = Partial<Record<Boundary, { kills: number; pauses: number }>>

export interface HerdOptions {
  directory: string
  leaseMs: number
  faultRate: number
  seed: number
  strike: 'any moment' | readonly Boundary[]
  /** How often a worker passes its boundary before it is struck there. */
  strikePasses: number
  /** More of the environment of the n-th process. */
  env?: (n: number) => Record<string, string>
}

/** Worker processes that are killed and paused, and replaced when they die. */
export class WorkerHerd {
  /** A line for each call of the model. */
  readonly calls: string
  /** What the workers logged. */
  readonly notes: string
  readonly #strikes: string
  readonly #options: HerdOptions
  readonly #children = new Set<ChildProcess>()
  /** Those that run jobs: what still starts is not struck, or on a slow machine none would ever work. */
  readonly #awake = new Set<ChildProcess>()
  /** Those with a job that one more strike would have given up. */
  readonly #spared = new Set<ChildProcess>()
  readonly holdings = new Holdings<ChildProcess>()
  #spawned = 0
  #stopped = false
  #kills = 0
  #pauses = 0

  constructor(options: HerdOptions) {
    this.#options = options
    this.calls = join(options.directory, 'calls')
    this.notes = join(options.directory, 'notes')
    this.#strikes = join(options.directory, 'strikes')
    for (const file of [this.calls, this.notes, this.#strikes]) writeFileSync(file, '')
  }

  start(workers: number): void {
    for (let n = 0; n < workers; n++) this.#spawn()
  }

  /** Kills a worker, or pauses one for longer than the lease. */
  strike(): void {
    const awake = [...this.#awake].filter((child) => !this.#spared.has(child))
    const victim = awake[Math.floor(Math.random() * awake.length)]
    const dice = Math.random()
    if (victim && dice < 0.7) {
      this.#kills++
      this.#awake.delete(victim)
      victim.kill('SIGKILL')
      this.holdings.killed(victim)
    } else if (victim) {
      this.#pauses++
      victim.kill('SIGSTOP')
      this.#wakeLater(victim)
    }
  }

  counts(): { kills: number; pauses: number; boundaries: BoundaryFaults } {
    const boundaries: BoundaryFaults = {}
    let [kills, pauses] = [this.#kills, this.#pauses]
    for (const line of readFileSync(this.#strikes, 'utf8').split('\n').filter(Boolean)) {
      const [kind, boundary] = line.split('\t') as ['kills' | 'pauses', Boundary]
      const struck = boundaries[boundary] ?? { kills: 0, pauses: 0 }
      boundaries[boundary] = struck
      struck[kind]++
      if (kind === 'kills') kills++
      else pauses++
    }
    return { kills, pauses, boundaries }
  }

  /** With boundaries to strike at: true when a worker was killed and one was paused at each. */
  struckEverywhere(): boolean {
    const { strike } = this.#options
    if (strike === 'any moment') return true
    const { boundaries } = this.counts()
    return strike.every((name) => boundaries[name]?.kills && boundaries[name].pauses)
  }

  stop(): void {
    this.#stopped = true
    for (const child of this.#children) child.kill('SIGKILL')
  }

  #spawn(): void {
    const n = this.#spawned++
    const { strike } = this.#options
    const boundary = strike === 'any moment' ? undefined : strike[n % strike.length]
    const child = fork(new URL('./chaos-process.ts', import.meta.url), {
      env: {
        ...process.env,
        RIG_DIRECTORY: this.#options.directory,
        RIG_LEASE_MS: String(this.#options.leaseMs),
        RIG_CALLS: this.calls,
        RIG_NOTES: this.notes,
        RIG_STRIKES: this.#strikes,
        RIG_STRIKE_AT: boundary,
        RIG_STRIKE_PASSES: String(this.#options.strikePasses),
        RIG_SEED: String(this.#options.seed + n),
        RIG_FAULTS: String(this.#options.faultRate),
        ...this.#options.env?.(n),
      },
      execArgv: [...FROM_SOURCES],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#children.add(child)
    child.on('message', (message) => {
      if (isHoldMessage(message)) this.holdings.told(child, message)
      else if (message === 'pausing') this.#wakeLater(child)
      else if (message === 'started') this.#awake.add(child)
      else if (message === 'spare') this.#spared.add(child)
      else if (message === 'strike') this.#spared.delete(child)
    })
    child.on('exit', () => {
      this.#children.delete(child)
      this.#awake.delete(child)
      this.#spared.delete(child)
      if (!this.#stopped) this.#spawn()
    })
  }

  #wakeLater(child: ChildProcess): void {
    this.#awake.delete(child)
    setTimeout(() => {
      if (!this.#children.has(child)) return
      this.#awake.add(child)
      child.kill('SIGCONT')
    }, this.#options.leaseMs * 1.6)
  }
}
