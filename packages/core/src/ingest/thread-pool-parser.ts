import type { CallOptions } from '../ports/call-options.ts'
import type { PageParser, ParsedFile, SourceText } from './page-parser.ts'
import { ParsingThread } from './parsing-thread.ts'

/** Few enough that the threads end together, many enough that messages cost little. */
const FILES_PER_TASK = 8
/** A file of 1 MB parses in far less; what takes longer would take for ever. */
const TIMEOUT_MS = 30_000

export interface ThreadPoolOptions {
  /** The bundled `parse.worker.js`. */
  entry: URL
  /** Most threads; they start when there is work. */
  threads: number
  /** Longest time for one list of files, in milliseconds; default 30,000. */
  timeoutMs?: number
}

interface Task {
  files: readonly SourceText[]
  resolve(parsed: ParsedFile[]): void
}

/**
 * Parses in worker threads, so that the streams of the process go on. A thread that dies or hangs is replaced; the
 * files it had are tried again one by one, and the one that did it is reported as failed.
 */
export class ThreadPoolParser implements PageParser {
  readonly #options: Required<ThreadPoolOptions>
  readonly #queue: Task[] = []
  readonly #idle: ParsingThread[] = []
  readonly #busy = new Set<ParsingThread>()
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = { timeoutMs: TIMEOUT_MS, ...options }
  }

  async parse(files: readonly SourceText[], { signal }: CallOptions = {}): Promise<ParsedFile[]> {
    signal?.throwIfAborted()
    const tasks: Promise<ParsedFile[]>[] = []
    for (let start = 0; start < files.length; start += FILES_PER_TASK) {
      tasks.push(this.#enqueue(files.slice(start, start + FILES_PER_TASK)))
    }
    const parsed = await Promise.all(tasks)
    signal?.throwIfAborted()
    return parsed.flat()
  }

  /** Ends the threads, also those that are parsing. */
  async close(): Promise<void> {
    this.#closed = true
    this.#queue.length = 0
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.close()))
  }

  #enqueue(files: readonly SourceText[]): Promise<ParsedFile[]> {
    return new Promise((resolve) => {
      this.#queue.push({ files, resolve })
      this.#dispatch()
    })
  }

  #dispatch(): void {
    const { entry, threads, timeoutMs } = this.#options
    while (!this.#closed && this.#queue.length > 0 && this.#busy.size < threads) {
      const task = this.#queue.shift()
      if (task === undefined) return
      const thread = this.#idle.pop() ?? new ParsingThread(entry, timeoutMs)
      this.#busy.add(thread)
      void this.#run(thread, task)
    }
  }

  async #run(thread: ParsingThread, task: Task): Promise<void> {
    try {
      const parsed = await thread.parse(task.files)
      this.#busy.delete(thread)
      this.#idle.push(thread)
      task.resolve(parsed)
    } catch (error) {
      this.#busy.delete(thread)
      task.resolve(await this.#oneByOne(task.files, error))
    }
    this.#dispatch()
  }

  async #oneByOne(files: readonly SourceText[], error: unknown): Promise<ParsedFile[]> {
    const [first, ...others] = files
    if (first === undefined) return []
    if (others.length === 0) {
      return [{ file: first.file, failure: error instanceof Error ? error.message : String(error) }]
    }
    // The slot of the dead thread is free again: what is queued here runs before this waits.
    return (await Promise.all(files.map((file) => this.#enqueue([file])))).flat()
  }
}
