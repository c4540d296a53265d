import type { Page } from 'playwright-core'

/** Milliseconds from the start of the navigation, medians of several openings. */
export interface OpenTimes {
  readonly firstPaint: number
  readonly usable: number
}

/** Until the browser has drawn something, and until the page has its title and nothing loads. */
export async function openTimes(page: Page, url: string): Promise<OpenTimes> {
  // Observed in the page from its first moment on: a question from outside would only be asked after an answer travelled.
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector('h1') || document.querySelector('.loading')) return
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => { window.usableAt = performance.now() }))
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })`)
  await page.goto(url)
  return page.evaluate<OpenTimes>(`new Promise((resolve) => {
    const look = () => window.usableAt === undefined ? setTimeout(look, 20) : resolve({
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      usable: window.usableAt
    })
    look()
  })`)
}

export function medianOf(times: readonly OpenTimes[]): OpenTimes {
  const median = (read: (time: OpenTimes) => number) =>
    Math.round(times.map(read).toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0)
  return { firstPaint: median(({ firstPaint }) => firstPaint), usable: median(({ usable }) => usable) }
}
