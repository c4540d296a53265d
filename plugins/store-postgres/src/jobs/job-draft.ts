import type { JobEvent, NewJobMessage, OutboxMessage } from '@docent/core/plugin'
import type { JobDelta, NewReply } from './job-delta.ts'
import type { JobRow } from './job-row.ts'
import type { Work } from './work.ts'

/** An unread message as it is stored. */
export interface UnreadMessage {
  readonly position: number
  readonly body: string
}

export interface QueuedMessage {
  readonly id: string
  readonly position: number
  readonly body: string
  state: 'unread' | 'read' | 'discarded'
  readonly isNew: boolean
}

/** A job while a batch of writes changes it: what was read, and all that is to be written. */
export class JobDraft {
  row: JobRow
  /** It was there when the draft was made: SQL finds the row by it. */
  readonly before: JobRow
  readonly messages: QueuedMessage[]
  readonly events: { readonly sequence: number; readonly event: JobEvent }[] = []
  readonly steps: NonNullable<JobDelta<unknown>['step']>[] = []
  readonly outbox: OutboxMessage[] = []
  readonly replies: NewReply[] = []
  work: Work | undefined
  isChanged = false

  constructor(row: JobRow, unread: readonly UnreadMessage[]) {
    this.row = row
    this.before = row
    this.messages = unread.map(({ position, body }) => ({
      id: (JSON.parse(body) as NewJobMessage).id,
      position,
      body,
      state: 'unread',
      isNew: false,
    }))
  }

  get hasUnread(): boolean {
    return this.messages.some((message) => message.state === 'unread')
  }

  /** Whether a step of this batch records that content. */
  adds(hash: Buffer): boolean {
    return this.steps.some(({ prepared }) => prepared.hashes.some((each) => each?.equals(hash)))
  }

  add(delta: JobDelta<unknown>, outbox: readonly OutboxMessage[]): void {
    const { lastMessage, lastEvent } = this.row
    const { messages = [], events = [] } = delta
    if (delta.read) this.#mark('read', new Set(delta.read))
    for (const [index, message] of messages.entries()) {
      const position = lastMessage + index + 1
      this.messages.push({
        id: message.id,
        position,
        body: JSON.stringify(message),
        state: 'unread',
        isNew: true,
      })
    }
    if (delta.discardUnread) this.#mark('discarded')
    for (const [index, event] of events.entries())
      this.events.push({ sequence: lastEvent + index + 1, event })
    if (delta.step) this.steps.push(delta.step)
    if (delta.reply) this.replies.push(delta.reply)
    this.outbox.push(...outbox)
    this.row = {
      ...delta.row,
      lastMessage: lastMessage + messages.length,
      lastEvent: lastEvent + events.length,
    }
    if (this.work !== 'new') this.work = delta.work ?? this.work
    this.isChanged = true
  }

  #mark(state: 'read' | 'discarded', ids?: ReadonlySet<string>): void {
    for (const message of this.messages) {
      if (message.state === 'unread' && (ids === undefined || ids.has(message.id))) message.state = state
    }
  }
}
