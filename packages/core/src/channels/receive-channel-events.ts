import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { DocentError } from '../errors/docent-error.ts'
import { BackgroundTasks, type TaskQueue } from '../ports/background-tasks.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { ChannelEvent, ChannelReceipt, ChannelRequest } from '../ports/channel.ts'
import { Clock } from '../ports/clock.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { ChannelPeople } from './channel-people.ts'
import { channelState, channelStateId, newChannelState, withEvent, withState } from './channel-state.ts'
import { ChannelPlaces } from './places/channel-places.ts'

/** Threads in which something happened. */
export const CHANNEL_QUEUE: TaskQueue = { name: 'channels', attempts: 8, retryMs: 4_000, leaseMs: 60_000 }

/** A post of before is nothing that happened: never answer old posts. */
const OLDEST_MS = 24 * 60 * 60 * 1000

/** Receives what happened in channels: verifies it, and stores it before it is acknowledged. */
@injectable()
export class ReceiveChannelEvents {
  constructor(
    @inject(ChannelPlaces) private readonly places: ChannelPlaces,
    @inject(ChannelPeople) private readonly people: ChannelPeople,
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(BackgroundTasks) private readonly tasks: BackgroundTasks,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  has(name: string): boolean {
    return this.places.channel(name) !== undefined
  }

  /** @throws DocentError `not_found` for a channel that is not there, `unauthorized` for a wrong signature. */
  async receive(name: string, request: ChannelRequest, options: CallOptions = {}): Promise<ChannelReceipt> {
    const channel = this.places.channel(name)
    if (!channel) throw new DocentError('not_found', 'There is no channel with this name.')
    const receipt = await channel.verify(request)
    for (const event of receipt.events) await this.take(name, event, options)
    return receipt
  }

  /**
   * Stores one event, and has its thread looked at soon. Safe to repeat.
   * @returns whether it is new, and something that its place takes.
   */
  async take(channel: string, event: ChannelEvent, options: CallOptions = {}): Promise<boolean> {
    const now = this.clock.now()
    const mapped = await this.places.find(channel, event.thread.place, options)
    if (!mapped || event.at < now - OLDEST_MS) return false
    const { mapping } = mapped
    if (event.kind === 'post' && mapping.mode === 'mention') return false
    const id = channelStateId(channel, event.thread.id)
    if (event.kind === 'post' || event.kind === 'mention')
      await this.store.add([newChannelState(channel, event.thread, now)], options)
    const { kind, post, at, reaction, text } = event
    const author = this.people.hash(channel, event.author)
    let isNew = false
    const task = await this.store.change(
      id,
      (current) => {
        const next = withEvent(channelState(current), {
          kind,
          post,
          author,
          at,
          ...defined({ reaction, text }),
        })
        isNew = next !== undefined
        return next ? withState(current, next, now) : current
      },
      options,
    )
    // Nobody asked Docent anything in this thread.
    if (!task) return false
    // Also for an event that came before: a crash may have come between the two.
    if (channelState(task).pending.length > 0)
      await this.tasks.add(CHANNEL_QUEUE, { id }, { ...options, key: id, delayMs: mapping.waitMs })
    return isNew
  }
}
