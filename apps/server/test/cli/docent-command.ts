import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'

export interface Finished {
  /** Exit code, or the name of the signal that ended it. */
  code: number | string
  stdout: string
  stderr: string
}

export interface Running {
  readonly process: ChildProcess
  readonly finished: Promise<Finished>
  /** Resolves with the match as soon as standard output has it; rejects when the command ends before. */
  output(pattern: RegExp): Promise<RegExpExecArray>
}

const PROGRAM = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const DEADLINE_MS = 100_000

/** Runs `docent` as a process, in a folder of its own. */
export class DocentCommand {
  readonly #running = new Set<Running>()

  constructor(
    readonly folder: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  async run(args: readonly string[], options: { input?: string; env?: Record<string, string> } = {}) {
    return await this.start(args, options).finished
  }

  /** The one JSON value that a successful command prints. */
  async json<Value>(args: readonly string[]): Promise<Value> {
    const { code, stdout, stderr } = await this.run([...args, '--json'])
    if (code !== 0) throw new Error(`docent ${args.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout) as Value
  }

  start(
    args: readonly string[],
    { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
  ) {
    const child = spawn(process.execPath, [...FROM_SOURCES, PROGRAM, ...args], {
      cwd: this.folder,
      // Nothing of the machine: a key of a model in the environment would change what the tests see.
      env: {
        PATH: process.env.PATH ?? '',
        HOME: this.folder,
        PORT: '0',
        LOG_LEVEL: 'error',
        ...this.env,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const deadline = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS)
    const told = { stdout: '', stderr: '' }
    child.stdout.on('data', (piece: Buffer) => (told.stdout += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (told.stderr += piece.toString()))
    // A command that does not read its input may end before it is written.
    child.stdin.on('error', () => child.stdin.destroy())
    child.stdin.end(input)
    const finished = once(child, 'close').then(([code, signal]): Finished => {
      clearTimeout(deadline)
      this.#running.delete(running)
      return { code: code ?? signal, ...told }
    })
    const output = (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(told.stdout)
          if (match) resolve(match)
        }
        look()
        child.stdout.on('data', look)
        void finished.then(({ code }) => reject(new Error(`It ended with ${code}: ${told.stderr}`)))
      })
    const running: Running = { process: child, finished, output }
    this.#running.add(running)
    return running
  }

  /** Ends what still runs. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#running].map(async ({ process: child, finished }) => {
        child.kill('SIGTERM')
        await finished
      }),
    )
  }
}
