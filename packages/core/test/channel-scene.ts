import {
  indexedPage,
  ManualClock,
  MemoryAccounts,
  MemoryChannel,
  MemoryGitHost,
  MemoryJobStore,
  MemoryNamedLeases,
  MemoryProjectNotes,
  MemoryProjectStore,
  MemoryRetriever,
  MemoryThreadStore,
  MemoryWebhookStore,
  ModelRateLimiter,
  type Script,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import { ReceiveChannelEvents } from '../src/channels/receive-channel-events.ts'
import { WorkOnThreads } from '../src/channels/work-on-threads.ts'
import { createDocent } from '../src/container/create-docent.ts'
import type { SettingsInput } from '../src/container/resolve-settings.ts'
import type { ChannelMapping } from '../src/domain/channel-mapping.ts'
import { DEFAULT_ORGANIZATION } from '../src/domain/ids.ts'
import type { Project } from '../src/domain/project.ts'
import type { Docent } from '../src/plugin/docent.ts'
import { type AddOptions, BackgroundTasks, type TaskQueue } from '../src/ports/background-tasks.ts'
import type { ChannelRequest } from '../src/ports/channel.ts'
import { JobStore } from '../src/ports/job-store.ts'
import { NamedLeases } from '../src/ports/named-leases.ts'
import { ProjectNotes } from '../src/ports/project-notes.ts'
import { ProjectStore } from '../src/ports/project-store.ts'
import { RateLimiter } from '../src/ports/rate-limiter.ts'
import { Retriever } from '../src/ports/retriever.ts'
import { ThreadStore } from '../src/ports/thread-store.ts'
import type { Token } from '../src/ports/token.ts'
import { WebhookStore } from '../src/ports/webhook-store.ts'
import { project } from './answer-scene.ts'

interface QueuedTask {
  queue: string
  id: string
  key: string
  dueAt: number
}

/** A queue that a test works on itself, so that it decides what runs, and when. */
export class HandQueue implements BackgroundTasks {
  readonly waiting: QueuedTask[] = []

  constructor(private readonly clock: ManualClock) {}

  async add(queue: TaskQueue, data: unknown, { key = '', delayMs = 0 }: AddOptions = {}): Promise<boolean> {
    if (this.waiting.some((task) => task.queue === queue.name && task.key === key)) return false
    const { id } = data as { id: string }
    this.waiting.push({ queue: queue.name, id, key, dueAt: this.clock.now() + delayMs })
    return true
  }

  /** Takes what is due, at random if a test wants that. */
  take(pick: (count: number) => number = () => 0): QueuedTask | undefined {
    const due = this.waiting.filter(({ dueAt }) => dueAt <= this.clock.now())
    const task = due[pick(due.length)]
    if (task) this.waiting.splice(this.waiting.indexOf(task), 1)
    return task
  }

  work(): AsyncDisposable {
    return { [Symbol.asyncDispose]: async () => undefined }
  }
  async dead() {
    return []
  }
  async revive() {
    return false
  }
}

export interface ChannelSceneOptions {
  script: Script
  /** Instead of those of the memory. */
  stores?: { threads: ThreadStore; webhooks: WebhookStore; notes: ProjectNotes }
  mapping?: Partial<ChannelMapping>
  changes?: Partial<Project>
  settings?: SettingsInput
}

/** A project that answers in a channel of the memory, over fakes that outlive the process that uses them. */
export async function channelScene({
  script,
  mapping,
  changes,
  settings,
  stores: given,
}: ChannelSceneOptions) {
  const clock = new ManualClock()
  const channel = new MemoryChannel(clock)
  const mapped: Project = {
    ...project,
    ...changes,
    channels: [
      {
        channel: 'memory',
        place: 'team/general',
        mode: 'posts',
        answersPerThread: 5,
        answersPerUserPerDay: 20,
        answersPerDay: 1_000_000,
        waitMs: 5_000,
        silentTags: ['for people'],
        ...mapping,
      },
    ],
  }
  const projects = new MemoryProjectStore()
  await projects.putOrganization({ id: DEFAULT_ORGANIZATION, name: 'default', limits: {} })
  await projects.put(mapped)
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(project.id)
  await writer.write([
    indexedPage({
      path: '/keys',
      title: 'API keys',
      texts: ['Revoke a key with `docent keys revoke`.'],
      version: '2.1',
    }),
    indexedPage({
      path: '/staff',
      title: 'Staff',
      texts: ['The secret door code is `staff-door-9`.'],
      groups: ['staff'],
    }),
    indexedPage({ path: '/shell', title: 'Shell', texts: ['`docent up --port`, `docent down --now`'] }),
  ])
  await writer.commit('r1')
  const model = scriptedModel(script)
  const queue = new HandQueue(clock)
  const stores = {
    threads: given?.threads ?? new MemoryThreadStore(),
    webhooks: given?.webhooks ?? new MemoryWebhookStore(),
    notes: given?.notes ?? new MemoryProjectNotes(),
    leases: new MemoryNamedLeases(clock),
    jobs: new MemoryJobStore(clock),
  }
  const accounts = new MemoryAccounts(clock)

  /** @param wrap what a process sees of a store: one that was killed sees nothing more */
  const process = (wrap: <Port extends object>(port: Port) => Port = (port) => port): Docent =>
    createDocent({
      clock,
      dataDirectory: '/nowhere',
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      settings: { secrets: ['a secret of the tests'], ...settings },
      plugins: [
        {
          name: 'memory',
          install(host) {
            const give = <Port extends object>(port: Token<Port>, adapter: Port) =>
              host.provide(port, wrap(adapter))
            give(ThreadStore, stores.threads)
            give(WebhookStore, stores.webhooks)
            give(ProjectNotes, stores.notes)
            give(NamedLeases, stores.leases)
            give(JobStore, stores.jobs)
            give(BackgroundTasks, queue)
            host.provide(ProjectStore, projects)
            host.provide(Retriever, retriever)
            host.provide(RateLimiter, new ModelRateLimiter(clock))
            host.addModelProvider(scriptedProvider('scripted', { model }))
            host.addGitHost(new MemoryGitHost())
            host.addChannel(wrap(channel))
          },
        },
      ],
    })
  const docent = process()
  const deliver = (delivery: ChannelRequest) =>
    docent.resolve(ReceiveChannelEvents).receive('memory', delivery)
  const forever = new AbortController().signal

  /** Works until nothing is due within `ms`. */
  const pass = async (ms = 60_000) => {
    const end = clock.now() + ms
    for (;;) {
      const task = queue.take()
      if (task) await docent.resolve(WorkOnThreads).work(task.id, accounts, forever)
      else if (clock.now() >= end) return
      else clock.advance(Math.min(1_000, end - clock.now()))
    }
  }
  return {
    ...stores,
    accounts,
    channel,
    clock,
    queue,
    projects,
    project: mapped,
    model,
    docent,
    process,
    deliver,
    pass,
  }
}
