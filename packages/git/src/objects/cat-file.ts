import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { DocentError } from '@docent/core/plugin'
import { gitEnvironment } from '../run/git-environment.ts'
import { classifyGitError, GitError, type GitErrorKind } from '../run/git-error.ts'
import { startFailure, startGit } from '../run/start-git.ts'

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'

export interface ObjectInfo {
  /** Full object id. */
  id: string
  type: ObjectType
  /** Bytes. */
  size: number
}

export interface GitObject extends ObjectInfo {
  content: Buffer
}

export interface CatFileOptions {
  /** The process is ended after this many milliseconds without a request. Default 30,000. */
  idleMs?: number
  /** Longest wait for one answer, ms. Default 30,000. */
  timeoutMs?: number
}

interface Request {
  line: string
  contents: boolean
  /** Sent to a process that died before it answered: sent once more, then failed. */
  retried: boolean
  resolve(answer: GitObject | undefined): void
  reject(error: unknown): void
}

/**
 * Reads objects of one repository through one long-lived `git cat-file --batch-command`: about 0.1 ms an object
 * instead of a process each. Requests are pipelined and answered in order. A process that dies is started again; one
 * without work is ended. Objects that other processes add later are found.
 */
export class CatFile {
  readonly #gitDir: string
  readonly #idleMs: number
  readonly #timeoutMs: number
  #child: ChildProcessWithoutNullStreams | undefined
  #waiting: Request[] = []
  #pieces: Buffer[] = []
  #buffered = 0
  /** Bytes that the answer at the head still needs before it can be read; 0 while its header is not known. */
  #needed = 0
  #head: ObjectInfo | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(gitDir: string, options: CatFileOptions = {}) {
    this.#gitDir = gitDir
    this.#idleMs = options.idleMs ?? 30_000
    this.#timeoutMs = options.timeoutMs ?? 30_000
  }

  /** Type and size; undefined when there is no such object. `name` is an object id, a ref, or such as `<id>^{tree}`. */
  info(name: string, signal?: AbortSignal): Promise<ObjectInfo | undefined> {
    return this.#ask('info', name, signal)
  }

  /** The whole object; undefined when there is none. Ask `info` first where it may be huge. */
  contents(name: string, signal?: AbortSignal): Promise<GitObject | undefined> {
    return this.#ask('contents', name, signal)
  }

  /** Ends the process, so that nothing of a repository that was replaced is read on; requests under way go to the next. */
  restart(): void {
    if (this.#child) this.#died(this.#child, 'the repository was replaced')
  }

  /** Ends the process; requests under way fail. Safe to call twice. */
  close(): void {
    this.#closed = true
    const waiting = this.#waiting.splice(0)
    this.#end()
    for (const request of waiting) request.reject(failure('other', 'closed'))
  }

  async #ask(command: 'info', name: string, signal?: AbortSignal): Promise<ObjectInfo | undefined>
  async #ask(command: 'contents', name: string, signal?: AbortSignal): Promise<GitObject | undefined>
  async #ask(
    command: 'info' | 'contents',
    name: string,
    signal?: AbortSignal,
  ): Promise<GitObject | undefined> {
    signal?.throwIfAborted()
    if (this.#closed) throw failure('other', 'closed')
    // The protocol is one line a request: a name with a line break would become two.
    if (!/^[^\0\r\n]+$/.test(name)) throw new DocentError('invalid_request', 'Not the name of a git object.')
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      const done = () => signal?.removeEventListener('abort', onAbort)
      const request: Request = {
        line: `${command} ${name}\n`,
        contents: command === 'contents',
        retried: false,
        resolve: (answer) => {
          done()
          resolve(answer)
        },
        reject: (error) => {
          done()
          reject(error)
        },
      }
      const { stdin } = this.#process()
      this.#waiting.push(request)
      if (this.#waiting.length === 1) this.#watch()
      stdin.write(request.line)
    })
  }

  #process(): ChildProcessWithoutNullStreams {
    if (this.#child) return this.#child
    const env = { ...gitEnvironment(), GIT_DIR: this.#gitDir }
    const child = startGit(['cat-file', '--batch-command'], { env })
    this.#child = child
    let words = ''
    child.stdout.on('data', (piece: Buffer) => this.#child === child && this.#take(piece))
    child.stderr.on('data', (piece: Buffer) => {
      if (words.length < 4096) words += piece.toString()
    })
    child.stdin.on('error', () => child.stdin.destroy())
    child.on('error', (error) => this.#failAll(child, startFailure(error, undefined)))
    child.on('close', () => this.#died(child, words))
    return child
  }

  #died(child: ChildProcessWithoutNullStreams, words: string): void {
    if (this.#child !== child) return
    this.#end()
    const unanswered = this.#waiting.splice(0)
    // Only the head can have killed it: the ones behind it were not begun.
    const head = unanswered[0]
    if (head?.retried) {
      unanswered.shift()
      head.reject(failure(classifyGitError(words), words))
    } else if (head) {
      head.retried = true
    }
    if (this.#closed || unanswered.length === 0) return
    this.#waiting = unanswered
    try {
      const { stdin } = this.#process()
      this.#watch()
      for (const request of unanswered) stdin.write(request.line)
    } catch (error) {
      this.#failAll(undefined, error)
    }
  }

  /** The process could not be started: what waits for it cannot be answered now. */
  #failAll(child: ChildProcessWithoutNullStreams | undefined, error: unknown): void {
    if (this.#child !== child) return
    this.#end()
    for (const request of this.#waiting.splice(0)) request.reject(error)
  }

  #take(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#buffered += piece.length
    if (this.#buffered < this.#needed) return
    let data = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces)
    for (;;) {
      const request = this.#waiting[0]
      if (!request) break
      if (!this.#head) {
        const end = data.indexOf(10)
        if (end < 0) break
        const header = data.toString('utf8', 0, end)
        data = data.subarray(end + 1)
        const found = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)$/.exec(header)
        if (!found) {
          this.#answer(undefined)
          continue
        }
        this.#head = { id: found[1] ?? '', type: found[2] as ObjectType, size: Number(found[3]) }
        if (!request.contents) {
          this.#answer({ ...this.#head, content: NOTHING })
          continue
        }
      }
      if (data.length < this.#head.size + 1) break
      // A copy: a slice would keep the whole buffer of the pipe alive for as long as the caller keeps the file.
      const content = Buffer.from(data.subarray(0, this.#head.size))
      data = data.subarray(this.#head.size + 1)
      this.#answer({ ...this.#head, content })
    }
    this.#pieces = data.length === 0 ? [] : [data]
    this.#buffered = data.length
    this.#needed = this.#head ? this.#head.size + 1 : 0
  }

  #answer(answer: GitObject | undefined): void {
    this.#head = undefined
    this.#waiting.shift()?.resolve(answer)
    this.#watch()
  }

  /** One timer: for the answer at the head, or else for the end of idleness. */
  #watch(): void {
    clearTimeout(this.#timer)
    if (this.#waiting.length === 0) {
      this.#timer = setTimeout(() => this.#end(), this.#idleMs)
      this.#timer.unref()
      return
    }
    this.#timer = setTimeout(() => {
      const head = this.#waiting.shift()
      const child = this.#child
      head?.reject(failure('timeout', ''))
      if (child) this.#died(child, 'timeout')
    }, this.#timeoutMs)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#pieces = []
    this.#buffered = 0
    this.#needed = 0
    this.#head = undefined
    const child = this.#child
    this.#child = undefined
    child?.stdin.destroy()
    child?.stdout.destroy()
    child?.kill('SIGKILL')
  }
}

const NOTHING = Buffer.alloc(0)

function failure(kind: GitErrorKind, words: string): GitError {
  return new GitError({ command: 'cat-file', kind, exitCode: null, stderr: words })
}
