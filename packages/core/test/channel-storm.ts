import { expect } from 'vitest'
import { ReceiveChannelEvents } from '../src/channels/receive-channel-events.ts'
import { WorkOnThreads } from '../src/channels/work-on-threads.ts'
import type { ChannelRequest } from '../src/ports/channel.ts'
import { type ChannelSceneOptions, channelScene } from './channel-scene.ts'

const SEED = Number(process.env.CHANNEL_SEED ?? 1)
/** No answer is late by more than this: half of what a thread is tried for. */
const LONGEST_MS = 12 * 3_600_000

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a process sees until it is killed: then nothing that it began comes back, and nothing that it does arrives. */
class Life {
  #left = Number.POSITIVE_INFINITY
  #die: () => void = () => undefined
  readonly death = new Promise<'killed'>((resolve) => {
    this.#die = () => resolve('killed')
  })

  /** Dies before or behind one of the next calls. */
  endAfter(calls: number): void {
    this.#left = calls
  }

  readonly wrap = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key, target)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          const never = new Promise(() => undefined)
          const passes = () => {
            this.#left -= 1
            return this.#left >= 0
          }
          if (!passes()) {
            this.#die()
            return key === 'permalink' ? '' : never
          }
          const result: unknown = member.apply(target, args)
          if (!(result instanceof Promise)) return result
          // It has an effect, and nobody hears of it.
          return result.finally(() => {
            if (passes()) return
            this.#die()
            return never
          })
        }
      },
    })
}

/**
 * Events with retries, reordering, rate limits, outages, and kills: expects that nothing is answered twice, and nothing
 * is lost.
 */
export async function channelStorm(events: number, stores?: ChannelSceneOptions['stores']): Promise<void> {
  const random = randomFrom(SEED)
  const chance = (share: number) => random() < share
  const pick = (count: number) => Math.floor(random() * count)
  const failed = new Set<string>()
  const scene = await channelScene({
    script: ({ prompt }) => {
      // An answer that fails three times is given up, so none fails twice.
      const asked = JSON.stringify(prompt.at(-1))
      if (failed.has(asked) || !chance(0.04)) return { text: 'Use `docent keys revoke` [1].' }
      failed.add(asked)
      return { error: new Error('away') }
    },
    mapping: { answersPerThread: 1_000, answersPerUserPerDay: 1_000_000 },
    ...(stores ? { stores } : {}),
  })
  const { channel, clock, queue } = scene
  let life = new Life()
  let docent = scene.process(life.wrap)
  let kills = 0
  const begin = () => {
    life = new Life()
    docent = scene.process(life.wrap)
    // What the dead process held ends by itself.
    clock.advance(61_000)
  }
  const asked: { thread: string; post: string }[] = []
  const undelivered: { delivery: ChannelRequest; left: number }[] = []

  const speak = (n: number) => {
    const known = asked.length > 0 && chance(0.4) ? asked[pick(asked.length)] : undefined
    const author = `person ${pick(50)}`
    if (chance(0.05)) {
      undelivered.push({
        delivery: channel.say({ text: 'beep', author: 'robot', isBot: true, mention: true }).delivery,
        left: 1,
      })
      return
    }
    const said = known
      ? channel.say({ text: `How do I revoke that key ${n}?`, author, thread: known.thread, mention: true })
      : channel.say({ text: `How do I revoke key ${n}?`, author, mention: chance(0.3) })
    asked.push(said)
    undelivered.push({ delivery: said.delivery, left: 1 + (chance(0.2) ? 1 + pick(3) : 0) })
  }

  /** As a vendor: again until it is acknowledged, and sometimes once more. */
  const deliverOne = async () => {
    const index = pick(undelivered.length)
    const next = undelivered[index]
    if (!next) return
    if (chance(0.01)) life.endAfter(pick(8))
    const outcome = await Promise.race([
      docent
        .resolve(ReceiveChannelEvents)
        .receive('memory', next.delivery)
        .then(() => 'done' as const),
      life.death,
    ])
    if (outcome === 'killed') {
      kills += 1
      begin()
      return
    }
    next.left -= 1
    if (next.left === 0) undelivered.splice(index, 1)
  }

  const workOne = async () => {
    const task = queue.take(pick)
    if (!task) return false
    if (chance(0.15)) life.endAfter(pick(60))
    if (chance(0.05)) channel.limited.push(1_000 + pick(120_000))
    if (chance(0.05)) channel.losesReplies += 1
    if (chance(0.02)) channel.away += 1 + pick(5)
    const outcome = await Promise.race([
      docent
        .resolve(WorkOnThreads)
        .work(task.id, undefined, new AbortController().signal)
        .then(
          () => 'done' as const,
          () => 'failed' as const,
        ),
      life.death,
    ])
    if (outcome === 'done') life.endAfter(Number.POSITIVE_INFINITY)
    else {
      // The queue hands it to the next process, or tries again.
      queue.waiting.push({ ...task, dueAt: clock.now() + 4_000 })
      if (outcome === 'killed') kills += 1
      begin()
    }
    return true
  }

  for (let n = 0; n < events; n++) {
    speak(n)
    while (undelivered.length > 5) await deliverOne()
    if (chance(0.3)) clock.advance(pick(20_000))
    await workOne()
    await workOne()
  }
  while (undelivered.length > 0) await deliverOne()
  const end = clock.now() + LONGEST_MS
  while (clock.now() < end) if (!(await workOne())) clock.advance(60_000)

  const answeredTwice: string[] = []
  const unanswered: string[] = []
  for (const { posts } of channel.threads.values()) {
    const own = posts.filter(({ isOwn }) => isOwn)
    const targets = own.map(({ answers }) => answers)
    for (const target of new Set(targets))
      if (targets.filter((each) => each === target).length > 1) answeredTwice.push(String(target))
    for (const { id, author, isBot, at, mentionsBot } of posts) {
      if (isBot) continue
      // Messages that come together have one answer, to the newest of them.
      const has = own.some(({ answers }) => {
        const to = posts.find((post) => post.id === answers)
        return answers === id || (to !== undefined && to.author === author && to.at >= at)
      })
      if (!has) unanswered.push(`${id} ${mentionsBot}`)
    }
    expect(posts.some(({ isBot, isOwn, id }) => isBot && !isOwn && targets.includes(id))).toBe(false)
  }
  const answers = [...channel.threads.values()].flatMap(({ posts }) =>
    posts.filter(({ isOwn }) => isOwn),
  ).length
  console.log(
    JSON.stringify({
      seed: SEED,
      events,
      asked: asked.length,
      answers,
      kills,
      waiting: queue.waiting.length,
    }),
  )
  expect(answeredTwice).toEqual([])
  expect(unanswered).toEqual([])
  expect(kills).toBeGreaterThan(events / 100)
}
