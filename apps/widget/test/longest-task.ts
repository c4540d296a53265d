import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** CPU time of the thread, microseconds. */
  tdur?: number
  args: { name?: string }
}

/**
 * The longest task of the page's main thread while `act` runs, milliseconds of CPU time: a busy machine makes every task
 * last longer, but not cost more.
 */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  let trace: Buffer
  try {
    await act()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const costs = traceEvents.flatMap(({ pid, tid, tdur }) =>
    tdur !== undefined && threads.has(`${pid} ${tid}`) ? [tdur / 1000] : [],
  )
  if (costs.length === 0) throw new Error('The trace has no task of a page.')
  return Math.max(...costs)
}
