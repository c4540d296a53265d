import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import { readEnvFile } from '../../src/process/env-file.ts'
import { runInProcess } from './in-process.ts'

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

/** Runs `docent` in a folder of its own: in this process, or as a process of its own. */
export class DocentCommand {
  readonly #running = new Set<Running>()

  constructor(
    readonly folder: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  /** In this process, which takes a tenth of the time. What signals, reads input, or serves is to be started. */
  async run(args: readonly string[], { env = {} }: { env?: Record<string, string> } = {}): Promise<Finished> {
    const cwd = process.cwd()
    const before = { ...process.env }
    process.chdir(this.folder)
    becomeEnvironment(this.#environment(env))
    process.exitCode = undefined
    try {
      readEnvFile(this.folder)
      const printed = await runInProcess(args)
      return { code: process.exitCode ?? 0, ...printed }
    } finally {
      process.exitCode = undefined
      becomeEnvironment(before)
      process.chdir(cwd)
    }
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
      env: this.#environment(env),
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

  /** Nothing of the machine: a key of a model in the environment would change what the tests see. */
  #environment(env: Readonly<Record<string, string>>): Record<string, string> {
    const { PATH = '', NODE_ENV = '' } = process.env
    return { PATH, NODE_ENV, HOME: this.folder, PORT: '0', LOG_LEVEL: 'error', ...this.env, ...env }
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

/** The object stays: Node reads files with variables into it. */
function becomeEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}
