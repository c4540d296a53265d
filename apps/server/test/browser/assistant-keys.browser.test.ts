import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from './dashboard-pages.ts'
import { type DashboardServer, startDashboardServer } from './dashboard-server.ts'

describe('the keyboard on the Assistant page', needs(CHROMIUM), () => {
  let started: DashboardServer

  beforeAll(async () => {
    started = await startDashboardServer()
  }, 240_000)

  afterAll(async () => {
    await started?.[Symbol.asyncDispose]()
  })

  test('leads from the navigation to the answer, the question box, and the evidence', async (context) => {
    const { server, browser, owner } = started
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/assistant`)
    const question = page.getByRole('textbox', { name: 'Question' })
    await expect.poll(() => focused(page), { message: 'one types at once' }).toBe('Question')
    await question.fill('How do I start?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save to the evaluation set' }).waitFor()
    expect(await focused(page), 'one types the next question at once').toBe('Question')
    await page.locator('.skip').focus()
    const order = [await focused(page)]
    for (let step = 0; step < 60 && !order.includes('Passages'); step++) {
      await page.keyboard.press('Tab')
      order.push(await focused(page))
    }
    const stops = [
      'Skip to the content',
      'Search',
      'Home',
      'Assistant',
      'Settings',
      'Compare',
      'Evaluation set',
      'New conversation',
      'Save to the evaluation set',
      'Question',
      'Passages',
    ]
    expect(order.filter((name) => stops.includes(name))).toEqual(stops)
    expect(complaints).toEqual([])
  }, 120_000)

  test('stops an answer, and leaves the focus where one asks on', async (context) => {
    const { server, browser, owner } = started
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/assistant`)
    await page.route(
      /assistant\/message$/,
      (route) => new Promise((done) => setTimeout(() => done(route.abort()), 20_000)),
    )
    await page.getByRole('textbox', { name: 'Question' }).fill('How do I start?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Stop')
    await page.keyboard.press('Enter')
    await page.locator('p', { hasText: 'You stopped this answer.' }).first().waitFor()
    await expect.poll(() => focused(page)).toBe('Question')
  }, 120_000)
})

/** The name of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement
    const label = element.labels?.[0]?.textContent
    return (label ?? element.getAttribute('aria-label') ?? element.querySelector('span')?.textContent ?? element.textContent).trim()
  })()`)
}
