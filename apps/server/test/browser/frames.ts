import type { Page } from 'playwright-core'

export interface Frames {
  readonly count: number
  /** Milliseconds between two frames. */
  readonly median: number
  readonly p95: number
  readonly worst: number
  /** Frames that took longer than 50 ms: a person sees them. */
  readonly long: number
}

/** Scrolls from the top to the end, so many pixels a frame, and says how long the frames took, and how much of the processor each. */
export async function framesOfScrolling(
  page: Page,
  pixels: number,
  most = 300,
): Promise<Frames & { cpuMs: number }> {
  const session = await page.context().newCDPSession(page)
  // Of the page's own thread: what else the machine does counts for nothing in it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await busy()
  const frames = await scroll(page, pixels, most)
  const cpuMs = Math.round((((await busy()) - before) * 10_000) / frames.count) / 10
  await session.detach()
  return { ...frames, cpuMs }
}

async function scroll(page: Page, pixels: number, most: number): Promise<Frames> {
  // Text, since the policy of the page forbids to make functions from text and Chromium evaluates this itself.
  return framesOf(
    await page.evaluate<number[]>(`new Promise((resolve) => {
    const times = []
    let last
    window.scrollTo(0, 0)
    const step = (now) => {
      if (last !== undefined) times.push(now - last)
      last = now
      const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1
      if (times.length >= ${most} || (isAtEnd && times.length > 5)) return resolve(times)
      window.scrollBy(0, ${pixels})
      requestAnimationFrame(step)
    }
    requestAnimationFrame(() => requestAnimationFrame(step))
  })`),
  )
}

/** Begins to note the frames; `framesSince` ends it. */
export async function noteFrames(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const noted = { times: [], isOn: true }
    window.notedFrames = noted
    let last
    const step = (now) => {
      if (last !== undefined) noted.times.push(now - last)
      last = now
      if (noted.isOn) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })()`)
}

export async function framesSince(page: Page): Promise<Frames> {
  return framesOf(
    await page.evaluate<number[]>('(window.notedFrames.isOn = false, window.notedFrames.times)'),
  )
}

function framesOf(times: readonly number[]): Frames {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return {
    count: times.length,
    median: at(0.5),
    p95: at(0.95),
    worst: at(1),
    long: times.filter((time) => time > 50).length,
  }
}
