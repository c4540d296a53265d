import {
  type CallOptions,
  type ChannelEvent,
  type ChannelReply,
  type ChannelRequest,
  type ChannelThreadName,
  DocentError,
} from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { MemoryChannel } from '../fakes/memory-channel.ts'
import { type ChannelContext, channelCases, channelContract } from './channel.ts'
import { failingCases } from './contract-case.ts'

const CODE = /```[\s\S]*?```|`[^`]*`/g

function contextOf(make: (clock: ManualClock) => MemoryChannel): ChannelContext {
  const clock = new ManualClock()
  const channel = make(clock)
  const text = (name: ChannelThreadName, post: string) =>
    channel.of(name.id).posts.find(({ id }) => id === post)?.text ?? ''
  return {
    channel,
    clock,
    place: 'team/general',
    say({ author, to, ...message }) {
      const who = { isBot: author === 'bot' || author === 'docent', isOwn: author === 'docent' }
      const said = channel.say({
        ...message,
        ...who,
        author,
        isMaintainer: author === 'maintainer',
        ...(to ? { thread: to.name.id } : {}),
      })
      return { name: channel.of(said.thread).name, post: said.post, delivery: said.delivery }
    },
    edit: (said, changed) => channel.change(said.name.id, said.post, changed),
    closeThread(said) {
      channel.of(said.name.id).isClosed = true
    },
    shown(name, post) {
      const all = text(name, post)
      return {
        text: all,
        links: [...all.matchAll(/\]\((https:[^)]*)\)/g)].map(([, url = '']) => url),
        code: all.match(CODE) ?? [],
      }
    },
    pings: () =>
      [...channel.threads.values()].flatMap(({ posts }) =>
        posts
          .filter(({ isOwn }) => isOwn)
          .flatMap((post) => post.text.replace(CODE, '').match(/@\w+|<[!@#][^>]*>/g) ?? []),
      ),
    limitNextReply: (seconds) => void channel.limited.push(seconds * 1_000),
    loseNextReply() {
      channel.losesReplies += 1
    },
    forge: ({ body }) => ({ headers: { signature: 'ab'.repeat(32) }, body }),
  }
}

channelContract('memory', () => contextOf((clock) => new MemoryChannel(clock)))

class BelievesEverybody extends MemoryChannel {
  override async verify({ body }: ChannelRequest) {
    const request = this.deliver(
      JSON.parse(
        Buffer.from(body)
          .toString()
          .replace(/[^}]*$/, ''),
      ),
    )
    return super.verify(request)
  }
}

class TakesAnySignature extends MemoryChannel {
  override async verify({ headers, body }: ChannelRequest) {
    if (headers.signature === undefined) throw new DocentError('unauthorized', 'none')
    return super.verify(this.deliver(JSON.parse(Buffer.from(body).toString())))
  }
}

class HearsItself extends MemoryChannel {
  override async verify(request: ChannelRequest) {
    const receipt = await super.verify(request)
    const { own: _, bot: __, edited, ...event } = JSON.parse(Buffer.from(request.body).toString())
    return edited ? receipt : { events: [event as ChannelEvent] }
  }
}

class TakesEdits extends MemoryChannel {
  override async verify(request: ChannelRequest) {
    const receipt = await super.verify(request)
    const { edited, own: _, bot: __, ...event } = JSON.parse(Buffer.from(request.body).toString())
    return edited ? { events: [event as ChannelEvent] } : receipt
  }
}

class CallsEverythingAPost extends MemoryChannel {
  override async verify(request: ChannelRequest) {
    const { events } = await super.verify(request)
    return { events: events.map((event) => ({ ...event, kind: 'post' as const })) }
  }
}

class NumbersDeliveries extends MemoryChannel {
  #deliveries = 0
  override async verify(request: ChannelRequest) {
    const { events } = await super.verify(request)
    this.#deliveries += 1
    return { events: events.map((event) => ({ ...event, post: `${event.post}-${this.#deliveries}` })) }
  }
}

class TellsTimeInSeconds extends MemoryChannel {
  override async verify(request: ChannelRequest) {
    const { events } = await super.verify(request)
    return { events: events.map((event) => ({ ...event, at: Math.floor(event.at / 1000) })) }
  }
}

class PingsEverybody extends MemoryChannel {
  protected override clean(text: string) {
    return text
  }
}

class PingsInEdits extends MemoryChannel {
  override async edit(name: ChannelThreadName, post: string, text: string) {
    const known = this.of(name.id)
    known.posts = known.posts.map((each) => (each.id === post ? { ...each, text } : each))
  }
}

class DefusesCode extends MemoryChannel {
  override reply(name: ChannelThreadName, reply: ChannelReply, options?: CallOptions) {
    return super.reply(name, { ...reply, text: reply.text.replaceAll('@', '@\u200b') }, options)
  }
}

class DropsMarkup extends MemoryChannel {
  override reply(name: ChannelThreadName, reply: ChannelReply, options?: CallOptions) {
    return super.reply(name, { ...reply, text: reply.text.replace(/\]\([^)]*\)/g, ']') }, options)
  }
}

class RepeatsReplies extends MemoryChannel {
  override async reply(name: ChannelThreadName, reply: ChannelReply, options?: CallOptions) {
    try {
      return await super.reply(name, reply, options)
    } catch (error) {
      if (!DocentError.is(error, 'timeout')) throw error
      return super.reply(name, reply, options)
    }
  }
}

class IgnoresLimits extends MemoryChannel {
  override async reply(name: ChannelThreadName, reply: ChannelReply, options?: CallOptions) {
    this.limited = []
    return super.reply(name, reply, options)
  }
}

class KeepsTheEndOfALimit extends MemoryChannel {
  override async reply(name: ChannelThreadName, reply: ChannelReply, options?: CallOptions) {
    return super.reply(name, reply, options).catch((error: unknown) => {
      if (DocentError.is(error, 'dependency_failed'))
        throw new DocentError('dependency_failed', 'Too many posts.', { isRetryable: true })
      throw error
    })
  }
}

class ForgetsWhatItAnswers extends MemoryChannel {
  override async thread(name: ChannelThreadName, options?: CallOptions) {
    const thread = await super.thread(name, options)
    return thread && { ...thread, posts: thread.posts.map(({ answers: _, ...post }) => post) }
  }
}

class RepliesElsewhere extends MemoryChannel {
  override reply(name: ChannelThreadName, reply: ChannelReply, options?: CallOptions) {
    const other = [...this.threads.keys()].find((id) => id !== name.id) ?? name.id
    return super.reply({ ...name, id: other }, reply, options)
  }
}

class NewestFirst extends MemoryChannel {
  override async thread(name: ChannelThreadName, options?: CallOptions) {
    const thread = await super.thread(name, options)
    return thread && { ...thread, posts: thread.posts.toReversed() }
  }
}

class TrustsEverybody extends MemoryChannel {
  override async thread(name: ChannelThreadName, options?: CallOptions) {
    const thread = await super.thread(name, options)
    return thread && { ...thread, posts: thread.posts.map((post) => ({ ...post, isMaintainer: true })) }
  }
}

class NeverCloses extends MemoryChannel {
  override async thread(name: ChannelThreadName, options?: CallOptions) {
    const thread = await super.thread(name, options)
    return thread && { ...thread, isClosed: false }
  }
}

class ListsOldPosts extends MemoryChannel {
  override recent(place: string, query: { since: number; limit: number }, options?: CallOptions) {
    return super.recent(place, { ...query, since: 0 }, options)
  }
}

class ListsOldestFirst extends MemoryChannel {
  override async recent(place: string, query: { since: number; limit: number }, options?: CallOptions) {
    return (await super.recent(place, query, options)).reverse()
  }
}

class CutsShort extends MemoryChannel {
  override reply(name: ChannelThreadName, reply: ChannelReply, options?: CallOptions) {
    return super.reply(name, { ...reply, text: reply.text.slice(0, 500) }, options)
  }
}

class DoesNotEdit extends MemoryChannel {
  override async edit() {}
}

class IgnoresSignals extends MemoryChannel {
  protected override begin() {}
}

describe('Channel contract', () => {
  test.each([
    { Broken: BelievesEverybody, sentence: /refuses a delivery/ },
    { Broken: TakesAnySignature, sentence: /refuses a delivery/ },
    { Broken: HearsItself, sentence: /ignores its own posts/ },
    { Broken: TakesEdits, sentence: /edit for a new question/ },
    { Broken: CallsEverythingAPost, sentence: /apart/ },
    { Broken: NumbersDeliveries, sentence: /the same from each delivery/ },
    { Broken: TellsTimeInSeconds, sentence: /who asked what/ },
    { Broken: PingsEverybody, sentence: /notifies nobody/ },
    { Broken: PingsInEdits, sentence: /notifies nobody/ },
    { Broken: DefusesCode, sentence: /keeps code/ },
    { Broken: DropsMarkup, sentence: /keeps code/ },
    { Broken: RepeatsReplies, sentence: /sends a reply once/ },
    { Broken: IgnoresLimits, sentence: /rate limit/ },
    { Broken: KeepsTheEndOfALimit, sentence: /rate limit/ },
    { Broken: ForgetsWhatItAnswers, sentence: /finds it there again/ },
    { Broken: RepliesElsewhere, sentence: /below the post/ },
    { Broken: NewestFirst, sentence: /apart/ },
    { Broken: TrustsEverybody, sentence: /apart/ },
    { Broken: NeverCloses, sentence: /closed/ },
    { Broken: ListsOldPosts, sentence: /since a time/ },
    { Broken: ListsOldestFirst, sentence: /newest first/ },
    { Broken: CutsShort, sentence: /greatest length/ },
    { Broken: DoesNotEdit, sentence: /edits its own post/ },
    { Broken: IgnoresSignals, sentence: /aborted signal/ },
  ])('catches a channel that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(channelCases, () => contextOf((clock) => new Broken(clock)))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
