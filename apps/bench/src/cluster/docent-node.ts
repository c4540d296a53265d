import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
const START_MS = 120_000

export interface LogLine {
  readonly time: string
  readonly level: number
  readonly msg: string
  readonly reason?: string
  readonly err?: { readonly message: string }
  readonly jobId?: string
  readonly outcome?: string
}

export interface Readiness {
  readonly status: number
  readonly body: { status: string; parts?: Record<string, { ok: boolean; message?: string }> }
}

/** A process of the cluster, in a folder of its own: a server, a worker or an indexer. */
export class DocentNode {
  /** Every line of its log, of all its lives. */
  readonly log: LogLine[] = []
  /** Where it answers; of a worker, where probes ask. */
  url = ''
  #child: ChildProcess | undefined

  constructor(
    readonly name: string,
    readonly folder: string,
    readonly args: readonly string[],
    readonly env: Readonly<Record<string, string>>,
  ) {}

  get data(): string {
    return join(this.folder, 'data')
  }

  async start(): Promise<void> {
    const child = this.spawn([...this.args, '--json'])
    this.#child = child
    createInterface(child.stderr ?? raise('It has no log.')).on('line', (line) => {
      if (line.startsWith('{"level"')) this.log.push(JSON.parse(line))
      else this.log.push({ time: new Date().toISOString(), level: 50, msg: line })
    })
    const lines = createInterface(child.stdout ?? raise('It has no output.'))
    const died = once(child, 'exit').then(() =>
      raise(`${this.name} ended: ${this.log.at(-1)?.msg ?? 'without a word'}`),
    )
    died.catch(() => undefined)
    const [line] = await Promise.race([once(lines, 'line', { signal: AbortSignal.timeout(START_MS) }), died])
    const { url, healthUrl } = JSON.parse(line)
    this.url = url ?? healthUrl
  }

  /** Runs a command in its folder. @returns what it printed */
  async run(...args: string[]): Promise<string> {
    const child = this.spawn(args)
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => (printed += piece.toString()))
    const [code] = await once(child, 'close')
    return code === 0 ? printed : raise(`docent ${args.join(' ')} ended with ${code}: ${printed}`)
  }

  async ready(key?: string): Promise<Readiness> {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const reply = await fetch(`${this.url}/health/ready`, { headers })
    return { status: reply.status, body: (await reply.json()) as Readiness['body'] }
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  signal(signal: 'SIGCONT' | 'SIGSTOP' | 'SIGUSR2'): void {
    this.#child?.kill(signal)
  }

  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** Lines since a moment, ms since the epoch, whose text or reason matches. */
  said(pattern: RegExp, since = 0): LogLine[] {
    return this.log.filter(
      ({ time, msg, reason = '', err }) =>
        Date.parse(time) >= since && pattern.test(`${msg} ${reason} ${err?.message ?? ''}`),
    )
  }

  private spawn(args: readonly string[]): ChildProcess {
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: this.folder,
      PORT: '0',
      LOG_FORMAT: 'json',
      ...this.env,
    }
    return spawn(process.execPath, [...process.execArgv, PROGRAM, ...args], {
      ...{ cwd: this.folder, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}

export function raise(message: string): never {
  throw new Error(message)
}
