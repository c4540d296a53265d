import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Backups } from '@docent/backup'
import {
  type Clock,
  type Health,
  Retriever,
  type RetrieverReplication,
  type Telemetry,
} from '@docent/core/plugin'
import type { Services } from '@docent/http'
import { partsOf } from '@docent/http'

const NANO = 1e9

/** Lets telemetry read how the server is. Nothing is measured without telemetry. */
export function observeServer(services: Services, backups: Backups | undefined): void {
  const { telemetry, jobs, limiter, streams, clock } = services
  if (!telemetry.isOn) return
  telemetry.observe('docent.job.queue', async () => {
    const queue = await jobs.queue()
    return Object.entries(queue).map(([state, value]) => ({ value, attributes: { state } }))
  })
  telemetry.observe('docent.part.ok', async () => {
    const { parts } = await partsOf(services)
    return Object.entries(parts).map(([part, health]) => ({ value: levelOf(health), attributes: { part } }))
  })
  telemetry.observe('docent.streams.active', () => [{ value: streams.size }])
  telemetry.observe('docent.limits.fallbacks', () => [{ value: limiter.fallbacks }])
  if (backups) observeBackups(telemetry, backups, clock)
  telemetry.observe('process.memory.usage', () => [{ value: process.memoryUsage.rss() }])
  telemetry.observe('process.cpu.time', () => {
    const { user, system } = process.cpuUsage()
    return [
      { value: user / 1e6, attributes: { 'process.cpu.state': 'user' } },
      { value: system / 1e6, attributes: { 'process.cpu.state': 'system' } },
    ]
  })
  const { replication } = services.docent.resolve(Retriever)
  if (replication !== undefined) observeReplication(replication, services)
  const delay = monitorEventLoopDelay()
  delay.enable()
  telemetry.observe('nodejs.eventloop.delay.p99', () => {
    const value = delay.percentile(99) / NANO
    delay.reset()
    return [{ value }]
  })
}

function observeReplication(
  replication: RetrieverReplication,
  { telemetry, clock }: { telemetry: Telemetry; clock: Clock },
): void {
  const since = (moment: number) => Math.max(0, clock.now() - moment) / 1_000
  telemetry.observe('docent.index.revision.age', () =>
    replication.states().flatMap(({ project, publishedAt }) => {
      const attributes = { 'docent.project': project }
      return publishedAt === undefined ? [] : [{ value: since(publishedAt), attributes }]
    }),
  )
  telemetry.observe('docent.index.store.silence', () =>
    replication
      .states()
      .slice(0, 1)
      .map(({ heardAt }) => ({ value: since(heardAt) })),
  )
  telemetry.observe('docent.index.store.transferred', () => {
    const states = replication.states()
    const sum = (of: (state: (typeof states)[number]) => number) =>
      states.reduce((total, state) => total + of(state), 0)
    return [
      { value: sum(({ bytesPulled }) => bytesPulled), attributes: { direction: 'pulled' } },
      { value: sum(({ bytesPushed }) => bytesPushed), attributes: { direction: 'pushed' } },
    ]
  })
}

function levelOf({ ok, isDegraded }: Health): number {
  if (ok) return 1
  return isDegraded ? 0.5 : 0
}

function observeBackups(telemetry: Telemetry, backups: Backups, clock: Clock): void {
  telemetry.observe('docent.backup.age', async () => {
    const last = await backups.last()
    return last ? [{ value: Math.max(0, clock.now() - Date.parse(last.createdAt)) / 1_000 }] : []
  })
}
