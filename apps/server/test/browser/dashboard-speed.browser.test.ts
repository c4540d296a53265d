import { beginJob, jobId } from '@docent/core'
import {
  type JobChange,
  type JobEvent,
  type JobId,
  JobStore,
  organizationId,
  projectId,
} from '@docent/core/plugin'
import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { openDashboard, settled } from './dashboard-pages.ts'
import { framesOfScrolling, framesSince, noteFrames } from './frames.ts'
import { medianOf, type OpenTimes, openTimes } from './open-times.ts'

const JOBS = 10_000
const EVENTS = 2_000
const LIVE = 300
const OPENINGS = process.env.CI ? 1 : 5

/**
 * Long lists. The figures are printed and depend on the machine; what must hold everywhere is that only what is in view
 * is drawn, which is what keeps frames short.
 */
describe('long lists of the dashboard', needs(CHROMIUM), () => {
  let server: TestServer
  let browser: Browser
  let owner: TestSession
  let store: JobStore

  beforeAll(async () => {
    server = await startTestServer()
    store = server.running.docent.resolve<JobStore>(JobStore)
    browser = await launchChromium()
    owner = await signIn(server, 'owner', 'elsewhere')
  }, 240_000)

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test('stay fluid with 10,000 jobs, of which only those in view are drawn', async (context) => {
    for (let first = 0; first < JOBS; first += 500) {
      const made = Array.from({ length: 500 }, (_, index) => store.create(endedJob(first + index, [])))
      await Promise.all(made)
    }
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/elsewhere/other/jobs`)
    const table = page.getByRole('table', { name: 'Jobs' })
    await page.getByRole('row').nth(5).waitFor()
    const read = async () => Number(await table.getAttribute('aria-rowcount')) - 1
    while ((await read()) < JOBS) {
      await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
    expect(await page.getByRole('row').count()).toBeLessThan(80)
    const frames = await framesOfScrolling(page, 900)
    expect(await page.getByRole('row').count()).toBeLessThan(80)
    console.info(`Scrolling ${JOBS} jobs, 900 px a frame:`, frames)
  }, 240_000)

  test('stay fluid in a job of 2,000 events, also while more come', async (context) => {
    const id = jobId('job-of-many-events')
    await store.create(endedJob(0, eventsOf(0, EVENTS), id))
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/elsewhere/other/jobs/${id}`)
    await settled(page)
    const entries = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
    const known = async () => Number(await entries.first().getAttribute('aria-setsize'))
    await expect.poll(known).toBe(entriesOf(EVENTS) + 1)
    expect(await entries.count()).toBeLessThan(120)
    console.info(`Scrolling ${EVENTS} events, 300 px a frame:`, await framesOfScrolling(page, 300))
    expect(await entries.count()).toBeLessThan(120)
    await noteFrames(page)
    for (let first = 0; first < LIVE; first += 4)
      await store.update(id, (job) => ({
        job,
        messages: [],
        events: eventsOf(EVENTS + first, 4),
      }))
    await expect.poll(known).toBe(entriesOf(EVENTS + LIVE) + 1)
    console.info(`While ${LIVE} events come:`, await framesSince(page))
    expect(await entries.count()).toBeLessThan(120)
  }, 240_000)
})

/** A page opened by a browser that has nothing of it in its cache. The figures are printed and depend on the machine. */
describe('opening a page of the dashboard', needs(CHROMIUM), () => {
  test('draws something, then what was asked for', async (context) => {
    await using server = await startTestServer()
    await using browser = await launchChromium()
    const owner = await signIn(server, 'owner', 'elsewhere')
    for (const path of ['', '/other', '/other/jobs', '/other/assistant', '/other/analytics']) {
      const times: OpenTimes[] = []
      for (let opening = 0; opening < OPENINGS; opening += 1) {
        const { page } = await openDashboard(browser, context, server, owner.cookie)
        times.push(await openTimes(page, `${server.url}/dashboard/elsewhere${path}`))
        await page.context().close()
      }
      const { firstPaint, usable } = medianOf(times)
      console.info(`Opening ${path || '/'}, median of ${OPENINGS}:`, { firstPaint, usable })
      expect(firstPaint).toBeGreaterThan(0)
      expect(usable).toBeGreaterThan(0)
    }
  }, 240_000)
})

/** What the agent does: says something, calls a tool, has its result, writes a file. */
function eventsOf(first: number, count: number): JobEvent[] {
  return Array.from({ length: count }, (_, index): JobEvent => {
    const n = first + index
    const call = { toolCallId: `call-${Math.floor(n / 4)}`, toolName: 'read_file' }
    switch (n % 4) {
      case 0:
        return { type: 'text', text: `Step ${n}: I read the page, and see **what** it says about keys.` }
      case 1:
        return { type: 'tool-call', ...call, input: { path: `guides/page-${n}.mdx` } }
      case 2:
        return { type: 'tool-result', ...call, output: 'A line of the page.\n'.repeat(40), isError: false }
      default:
        return { type: 'file-changed', path: `guides/page-${n}.mdx`, change: 'written' }
    }
  })
}

/** A text and a call are an entry each; results and changes belong to others. */
function entriesOf(events: number): number {
  return events / 2
}

/** A job that nobody works on any more, of a project that only these tests look at. */
function endedJob(index: number, events: readonly JobEvent[], id?: JobId): JobChange {
  const change = beginJob(
    {
      id: id ?? jobId(`job-${String(index).padStart(5, '0')}`),
      organizationId: organizationId('elsewhere'),
      projectId: projectId('other'),
      apiVersion: 'v2',
      source: { repository: 'file:///docs', ref: `docent/job-${index}` },
      model: 'test:model',
      title: `Job ${index}`,
      asDraft: false,
      userId: null,
      createdAt: 1_700_000_000_000 + index,
    },
    [{ id: `message-${id ?? index}`, role: 'user', content: 'Wait.', createdAt: 1_700_000_000_000 }],
  )
  return { ...change, job: { ...change.job, status: 'completed' }, events: [...change.events, ...events] }
}
