import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import type { LoadMessage, LoadServer, Sample } from './load-messages.ts'

/** The server in a process of its own: what its clients use is not counted as its. */
export class LoadProcess {
  /** Warnings and errors of its log. */
  readonly failures: string[] = []
  readonly samples: Sample[] = []
  #child: ChildProcess
  #messages = new EventEmitter<{ started: [LoadServer]; sample: [Sample] }>()
  #died: Promise<never>

  private constructor(program: string) {
    this.#child = fork(program, ['--serve'], { execArgv: [...process.execArgv, '--expose-gc'] })
    this.#died = once(this.#child, 'exit').then(([code, signal]) => {
      throw new Error(`The server process ended (${code ?? signal}).`)
    })
    this.#died.catch(() => undefined)
    this.#child.on('message', (message: LoadMessage) => {
      if (message.kind === 'failure') this.failures.push(message.line)
      else if (message.kind === 'started') this.#messages.emit('started', message)
      else this.#messages.emit('sample', message)
    })
  }

  static async start(program: string): Promise<{ server: LoadServer; process: LoadProcess }> {
    const process = new LoadProcess(program)
    const [server] = await Promise.race([once(process.#messages, 'started'), process.#died])
    return { server, process }
  }

  async sample(): Promise<Sample> {
    const heard = once(this.#messages, 'sample')
    this.#child.send('sample')
    const [sample] = (await Promise.race([heard, this.#died])) as [Sample]
    this.samples.push(sample)
    return sample
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.disconnect()
    await exited
  }
}
