import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { Clock } from '../ports/clock.ts'
import { EscalateConversation } from '../webhooks/escalate-conversation.ts'
import { ChannelStore } from './channel-store.ts'
import { plainText } from './replies/channel-reply.ts'
import type { ThreadWork } from './thread-work.ts'

/** Calls a person to a thread, once. */
@injectable()
export class CallPerson {
  constructor(
    @inject(ChannelStore) private readonly store: ChannelStore,
    @inject(EscalateConversation) private readonly escalation: EscalateConversation,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Tags the thread, notifies whom the operator named, and sends `conversation.escalated`. Safe to repeat.
   * @param about one sentence that people see
   */
  async call(
    { id, channel, mapped, signal }: ThreadWork,
    to: string,
    about: string,
    conversation: string | undefined,
  ): Promise<void> {
    const state = await this.store.get(id, { signal })
    if (!state || state.personCalled) return
    const { project, mapping } = mapped
    if (conversation !== undefined) {
      const url = channel.permalink(state.name)
      await this.escalation.escalate(
        project,
        conversation,
        { from: channel.name, ...defined({ url }) },
        { signal },
      )
    }
    const { tag, notify } = mapping.person ?? {}
    if (tag !== undefined) await channel.tag?.(state.name, tag, { signal })
    const marker = `person:${to}`
    const thread = await channel.thread(state.name, { signal })
    const isThere = thread?.posts.some(({ isOwn, answers }) => isOwn && answers === marker)
    if (mapping.person !== undefined && !isThere) {
      const text = plainText(
        `${about} ${notify === undefined ? 'A person will look at it.' : ''}`,
        channel.capabilities,
      )
      await channel.reply(state.name, { text, answers: marker, ...defined({ notify }) }, { signal })
    }
    await this.store.change(
      id,
      (now) => ({
        ...now,
        personCalled: true,
        ...(conversation === undefined
          ? {}
          : { openQuestion: { thread: conversation, at: this.clock.now() } }),
      }),
      { signal },
    )
  }
}
