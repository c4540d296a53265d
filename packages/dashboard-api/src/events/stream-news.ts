import { encodeSseEvent, SSE_KEEP_ALIVE } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
import { type ApiCall, defineApiOperation, stream } from '@docent/http'
import { z } from 'zod'
import type { OfDashboard } from '../features.ts'
import { NEWS_TOPICS, type News, type NewsTopic } from '../news-hub.ts'

const Query = z.object({
  topics: z
    .string()
    .max(200)
    .default('jobs,index')
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(NEWS_TOPICS)).min(1))
    .describe('`jobs`, `index` and `audit`, by commas. `audit` needs the permission `manage`.'),
})

export const streamNews = defineApiOperation({
  id: 'streamNews',
  summary: 'Stream the changes in an organization',
  description:
    'Streams server-sent events: first `ready`, and then one event for each change by any process, named after its topic. After `ready` and after each event, read again what the page shows. If the person signs out or loses the role, or the key is revoked, the stream ends within 5 seconds.',
  tag: 'Dashboard',
  permission: 'view',
  query: Query,
  reply: {
    status: 200,
    description: 'Events. `data` is a JSON object. It has a `projectId` if the change is about a project.',
    content: { 'text/event-stream': undefined },
  },
  async handle(call: ApiCall<z.output<typeof Query>> & OfDashboard) {
    const { topics } = call.query
    assertAudit(topics, call)
    const { organizationId, reach, services, signal } = call
    const queue = new NewsQueue()
    const wanted = ({ topic, projectId }: News) =>
      topics.includes(topic) &&
      (projectId === undefined || reach.projectIds.length === 0 || reach.projectIds.includes(projectId))
    return stream(
      { 'Content-Type': 'text/event-stream; charset=utf-8' },
      {
        async write(out) {
          using _listening = await services.news.listen(organizationId, (news) =>
            queue.add(news.filter(wanted)),
          )
          await out(encodeSseEvent({ event: 'ready', data: JSON.stringify({ topics }) }))
          while (!signal.aborted)
            for (const { topic, projectId, data } of await queue.take(signal))
              await out(encodeSseEvent({ event: topic, data: JSON.stringify({ projectId, ...data }) }))
        },
        keepAlive: SSE_KEEP_ALIVE,
        resumable: true,
      },
    )
  },
})

function assertAudit(topics: readonly NewsTopic[], { permissions, reach }: ApiCall): void {
  if (!topics.includes('audit')) return
  if (permissions.includes('manage') && reach.projectIds.length === 0) return
  throw new DocentError(
    'forbidden',
    'The topic "audit" needs the role owner, or a key with the scope "manage".',
  )
}

/** News that the client has not taken yet: of one thing only the last. */
class NewsQueue {
  readonly #waiting = new Map<string, News>()
  #wake: (() => void) | undefined

  add(news: readonly News[]): void {
    for (const each of news) this.#waiting.set(`${each.topic} ${each.projectId} ${each.data.id}`, each)
    if (news.length > 0) this.#wake?.()
  }

  /** Resolves with what there is, or with nothing when the signal aborts. */
  async take(signal: AbortSignal): Promise<News[]> {
    if (this.#waiting.size === 0 && !signal.aborted) await this.#sleep(signal)
    const taken = [...this.#waiting.values()]
    this.#waiting.clear()
    return taken
  }

  async #sleep(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    this.#wake = undefined
  }
}
