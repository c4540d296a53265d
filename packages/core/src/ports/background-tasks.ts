import type { Json } from '../domain/json.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** A kind of work. Every process declares it alike. */
export interface TaskQueue {
  /** Small letters, digits and `-`. */
  readonly name: string
  /** Times that a task is tried before it is dead; one that ends its process counts, too. */
  readonly attempts: number
  /** Before the second try, ms, at least 1,000; it doubles with each one more. */
  readonly retryMs: number
  /** How long the process that works on a task may be silent before another one takes it up, ms, at least 10,000. */
  readonly leaseMs: number
}

export interface BackgroundTask {
  readonly id: string
  readonly data: Json
  /** 1 for the first. */
  readonly attempt: number
}

/** A task that failed as often as its queue allows. */
export interface DeadTask {
  readonly id: string
  readonly queue: string
  readonly data: Json
  readonly at: number
  /** Why the last try failed. */
  readonly reason: string
}

export interface AddOptions extends CallOptions {
  /** One task of a key waits at most; one that has begun does not count. */
  readonly key?: string
  /** Nobody begins it earlier. */
  readonly delayMs?: number
  /** At most one task (of that key) comes in each period of so many ms, at least 1,000, whoever asks for it. */
  readonly everyMs?: number
}

/** What handles a task. When it throws, the task is tried again. The signal aborts when the process stops. */
export type TaskHandler = (task: BackgroundTask, signal: AbortSignal) => Promise<void>

/**
 * Work that nobody waits for, shared by all processes: each task is done by one of them, and goes on elsewhere when that
 * one dies. A task may be done twice, when a process dies between its end and the note of it. Only the store's clock
 * counts.
 */
export interface BackgroundTasks {
  /** Durable when it resolves. @returns false when `key` or `everyMs` says that there is one already */
  add(queue: TaskQueue, data: Json, options?: AddOptions): Promise<boolean>
  /** Handles tasks of a queue, one at a time, until it is disposed: that waits for the one that runs. */
  work(queue: TaskQueue, handle: TaskHandler): AsyncDisposable
  /** Dead tasks, the newest first, of all queues; kept for a week at least. */
  dead(limit: number, options?: CallOptions): Promise<DeadTask[]>
  /** Lets a dead task be tried once more, soon. False when there is none. */
  revive(id: string, options?: CallOptions): Promise<boolean>
}

export const BackgroundTasks: Token<BackgroundTasks> = token<BackgroundTasks>('BackgroundTasks')
