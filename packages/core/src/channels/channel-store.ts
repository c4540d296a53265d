import { inject, injectable } from 'tsyringe'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { type ChannelState, channelState, withState } from './channel-state.ts'

/** What is remembered of the threads of channels. */
@injectable()
export class ChannelStore {
  constructor(
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  async get(id: string, options: CallOptions = {}): Promise<ChannelState | undefined> {
    const task = await this.store.get(id, options)
    return task && channelState(task)
  }

  /** Applies a pure change, in one transaction. */
  async change(
    id: string,
    change: (state: ChannelState) => ChannelState,
    options: CallOptions = {},
  ): Promise<ChannelState> {
    const task = await this.store.change(
      id,
      (current) => withState(current, change(channelState(current)), this.clock.now()),
      options,
    )
    if (!task) throw new Error(`the thread ${id} is not stored any more`)
    return channelState(task)
  }
}

/** The state without events that were worked on. */
export function without(state: ChannelState, posts: readonly string[]): ChannelState {
  const { answering: _, failingSince: __, ...rest } = state
  return {
    ...rest,
    pending: state.pending.filter(({ post, kind }) => kind === 'reaction' || !posts.includes(post)),
  }
}
