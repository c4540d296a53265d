import { createHash, timingSafeEqual } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import { z } from 'zod'
import { threadId } from '../../domain/ids.ts'
import type { Project } from '../../domain/project.ts'
import type { Thread, ThreadTurn } from '../../domain/thread.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import type { RetrievalFilter } from '../../ports/retriever.ts'
import { Settings } from '../../ports/settings.ts'
import { ThreadStore } from '../../ports/thread-store.ts'

export interface ThreadRequest {
  project: Project
  fp: string
  /** From the body: it must be there and be the caller's. */
  threadId?: string
  /** That a client merely echoes: one that does not fit starts a new thread. */
  echoedThreadId?: string
  threadKey?: string
  filter?: RetrievalFilter
}

export interface OpenedThread {
  thread: Thread
  /** Stored turns, oldest first; empty for a new thread. */
  turns: ThreadTurn[]
  isNew: boolean
  /** Shown once, for a new thread. */
  threadKey?: string
}

/** Continues the thread that a request names, or starts one. */
@injectable()
export class OpenThread {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /**
   * After an answer used pages limited to groups, only a reader who may see all those pages can continue the conversation.
   * @throws DocentError `not_found` for a `threadId` that is unknown or not the caller's: one wording for all of these.
   */
  async open(request: ThreadRequest, options: CallOptions = {}): Promise<OpenedThread> {
    const wanted = request.threadId ?? request.echoedThreadId
    if (wanted !== undefined) {
      const thread = await this.find(request, wanted, options)
      if (thread) {
        const turns = await this.threads.turns(thread.id, this.settings.assistant.historyTurns, options)
        const trusted = request.filter?.trustedGroups ?? []
        if (turns.every((turn) => trustedGroupsOf(turn).every((group) => trusted.includes(group))))
          return { thread, turns, isNew: false }
      }
      if (request.threadId !== undefined) {
        const message = 'There is no such thread. To start a new one, leave threadId out.'
        throw new DocentError('not_found', message)
      }
    }
    return this.#start(request, options)
  }

  /** The thread of that id when it is the caller's; undefined for any other. */
  async find(
    request: Omit<ThreadRequest, 'threadId' | 'echoedThreadId'>,
    wanted: string,
    options: CallOptions = {},
  ): Promise<Thread | undefined> {
    if (!/^[0-9a-f]{32}$/.test(wanted)) return undefined
    const thread = await this.threads.get(request.project.id, threadId(wanted), options)
    if (!thread) return undefined
    if (thread.fp !== request.fp && thread.fp !== 'anonymous') return undefined
    return isUnlocked(thread, request) ? thread : undefined
  }

  async #start(request: ThreadRequest, options: CallOptions): Promise<OpenedThread> {
    const threadKey = this.ids.secret()
    const thread: Thread = {
      id: threadId(this.ids.secret()),
      projectId: request.project.id,
      fp: request.fp,
      threadKeyHash: hashKey(threadKey),
      createdAt: this.clock.now(),
    }
    await this.threads.create(thread, options)
    return { thread, turns: [], isNew: true, threadKey }
  }
}

/** A key that is given must be the thread's; one that is not given passes unless the project requires it. */
function isUnlocked(
  { threadKeyHash }: Thread,
  { project, threadKey }: Omit<ThreadRequest, 'threadId'>,
): boolean {
  const isRequired = project.assistant.threadKeys === 'required'
  // Threads from before every thread had one.
  if (threadKeyHash === null) return !isRequired
  if (threadKey === undefined) return !isRequired
  return timingSafeEqual(Buffer.from(hashKey(threadKey), 'hex'), Buffer.from(threadKeyHash, 'hex'))
}

/** Of the question, as they were decided when it was asked. */
function trustedGroupsOf({ asked }: ThreadTurn): string[] {
  const filter = z.object({ filter: z.object({ trustedGroups: z.array(z.string()) }) }).safeParse(asked)
  return filter.success ? filter.data.filter.trustedGroups : []
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
