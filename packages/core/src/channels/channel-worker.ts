import { inject, Lifecycle, scoped } from 'tsyringe'
import { z } from 'zod'
import type { Accounts } from '../ports/accounts.ts'
import { BackgroundTasks, type TaskQueue } from '../ports/background-tasks.ts'
import { Clock } from '../ports/clock.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { ChannelPlaces, type MappedPlace } from './places/channel-places.ts'
import { CHANNEL_QUEUE, ReceiveChannelEvents } from './receive-channel-events.ts'
import { WorkOnThreads } from './work-on-threads.ts'

/** Threads that one process works on at a time. */
const CONCURRENCY = 4
const CATCH_UP: TaskQueue = { name: 'channel-posts', attempts: 3, retryMs: 10_000, leaseMs: 120_000 }
/** How often new posts are asked for: where nothing is delivered, and where a delivery may have been missed. */
const POLL_MS = 20_000
const MISSED_MS = 15 * 60_000
/** Posts are looked for from before the newest that is known: vendors list them late. */
const OVERLAP_MS = 10 * 60_000
const MOST_POSTS = 500

const Task = z.object({ id: z.string() })
const Place = z.object({ channel: z.string(), place: z.string() })

/** Does the work of channels, in all processes that share it: answers, and finds posts that no delivery announced. */
@scoped(Lifecycle.ContainerScoped)
export class ChannelWorker {
  readonly #workers: AsyncDisposable[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    @inject(ChannelPlaces) private readonly places: ChannelPlaces,
    @inject(ReceiveChannelEvents) private readonly received: ReceiveChannelEvents,
    @inject(WorkOnThreads) private readonly threads: WorkOnThreads,
    @inject(BackgroundTasks) private readonly tasks: BackgroundTasks,
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** Begins as soon as there is a channel: people may enter its credentials later. */
  start(accounts: Accounts | undefined): void {
    this.#timer = setInterval(() => this.#look(accounts), POLL_MS).unref()
    this.#look(accounts)
  }

  #look(accounts: Accounts | undefined): void {
    if (this.places.isEmpty) return
    if (this.#workers.length === 0) this.#begin(accounts)
    this.places
      .all()
      .then((places) => Promise.all(places.map((place) => this.#planOne(place))))
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'new posts of channels could not be asked for'),
      )
  }

  #begin(accounts: Accounts | undefined): void {
    for (let n = 0; n < CONCURRENCY; n++)
      this.#workers.push(
        this.tasks.work(CHANNEL_QUEUE, ({ data }, signal) =>
          this.threads.work(Task.parse(data).id, accounts, signal),
        ),
      )
    this.#workers.push(
      this.tasks.work(CATCH_UP, ({ data }, signal) => this.#catchUp(Place.parse(data), signal)),
    )
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#workers.map((worker) => worker[Symbol.asyncDispose]()))
  }

  async #planOne({ mapping: { channel, place } }: MappedPlace): Promise<void> {
    const { capabilities } = this.places.channel(channel) ?? {}
    if (!capabilities) return
    const everyMs = capabilities.deliversPosts ? MISSED_MS : POLL_MS
    await this.tasks.add(CATCH_UP, { channel, place }, { key: `${channel} ${place}`, everyMs })
  }

  /** The first look only remembers the time: posts of before stay unanswered. */
  async #catchUp({ channel: name, place }: z.output<typeof Place>, signal: AbortSignal): Promise<void> {
    const channel = this.places.channel(name)
    const mapped = await this.places.find(name, place, { signal })
    if (!channel || !mapped) return
    const now = this.clock.now()
    const key = `channel-posts:${name}/${place}`
    const note = z.number().safeParse(await this.notes.read(mapped.project.id, key, { signal })).data
    if (note !== undefined) {
      const events = await channel.recent(place, { since: note - OVERLAP_MS, limit: MOST_POSTS }, { signal })
      for (const event of events.toReversed()) await this.received.take(name, event, { signal })
    }
    await this.notes.write(mapped.project.id, key, now, { signal })
  }
}
