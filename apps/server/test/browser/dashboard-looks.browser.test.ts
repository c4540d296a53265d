import { type EvaluationReport, EvaluationRuns, type EvaluationSettings, ModelChecks } from '@docent/core'
import { projectId } from '@docent/core/plugin'
import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestSession } from '../sign-in.ts'
import type { TestServer } from '../start-test-server.ts'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  openDashboard,
  picture,
  SCREENS,
  settled,
} from './dashboard-pages.ts'
import { type DashboardServer, startDashboardServer } from './dashboard-server.ts'
import { MODEL_CARD } from './model-card.ts'

const PAGES = {
  home: '/default/docs',
  assistant: '/default/docs/assistant',
  conversations: '/default/docs/conversations',
  compare: '/default/docs/assistant/compare',
  'evaluation set': '/default/docs/assistant/evaluation',
  'model checks': '/default/docs/assistant/models',
  gaps: '/default/docs/gaps',
  jobs: '/default/docs/jobs',
  'new job': '/default/docs/jobs?new=true',
  analytics: '/default/docs/analytics',
  channels: '/default/docs/channels',
  widget: '/default/docs/widget',
  brand: '/default/docs/brand',
  project: '/default/docs/project',
  projects: '/default/settings/projects',
  'new project': '/default/settings/projects/new',
  keys: '/default/settings/api-keys',
  'new key': '/default/settings/api-keys?new=true',
  members: '/default/settings/members',
  limits: '/default/settings/limits',
  webhooks: '/default/settings/webhooks',
  retention: '/default/settings/retention',
  credentials: '/default/settings/credentials',
  audit: '/default/settings/audit',
  system: '/default/settings/system',
  account: '/default/settings/account',
  'not found': '/default/nothing',
  'unknown page': '/default/docs/nothing',
}

/** The page that has a dialog, and the button that opens it. Those that Escape does not close name the button that does. */
const DIALOGS: readonly [page: string, opener: RegExp, closer?: string][] = [
  ['/default/settings/members', /^Invite/],
  ['/default/settings/members', /^New password/, 'Done'],
  ['/default/settings/members', /^Remove/],
  ['/default/settings/api-keys', /^Edit/],
  ['/default/settings/api-keys', /^Revoke/],
  ['/default/settings/credentials', /^(?:Set|Replace)/],
]

/** A result of twelve questions, of which all but one find their page at that place. */
function measured(rank: number | null): EvaluationReport {
  const half = rank === null ? 0.5 : 1
  const passed = { checked: 2, passed: 1 }
  const found = rank === null ? [] : [...Array.from({ length: rank - 1 }, () => '/'), '/guides/keys']
  const shared = { found, expected: ['/guides/keys'], searchMs: 3 }
  const given = { text: '', cited: [], unanswered: false, totalMs: 9, names: 4 }
  const checks = { cites: false, contains: null, refuses: null }
  return {
    retrieval: { questions: 2, recallAt1: 0.5, recallAt5: half, recallAt10: half, mrr: half, ndcgAt10: half },
    answers: { cites: passed, contains: passed, refuses: passed, passed },
    grounding: { names: 8, invented: 1, answers: 2, withInvented: 1 },
    settings: {
      model: 'offline:docent',
      embedding: rank === null ? 'a-provider:a-model-of-vectors-with-a-long-name' : null,
      rerank: null,
      synonyms: '12, 9f8a7b6c',
      variants: 'react, v5',
      grounding: 'annotate',
      claims: null,
      revision: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    },
    questions: [
      { ...shared, found: ['/guides/keys'], question: 'How do I revoke a key?', rank: 1 },
      {
        ...shared,
        question: 'Which flag sets the time that a key lives?',
        rank,
        answer: { ...given, checks, passed: false, invented: ['--key-ttl'] },
      },
      ...Array.from({ length: 10 }, (_, n) => ({
        ...shared,
        question: `What is key number ${n + 1} for?`,
        rank,
      })),
    ],
  }
}

describe('every page of the dashboard', needs(CHROMIUM), () => {
  let started: DashboardServer
  let server: TestServer
  let browser: Browser
  let owner: TestSession

  beforeAll(async () => {
    started = await startDashboardServer()
    ;({ server, browser, owner } = started)
    const runs = server.running.docent.resolve(EvaluationRuns)
    await server.running.docent.resolve(ModelChecks).keep(projectId('docs'), MODEL_CARD)
    for (const rank of [2, null]) {
      await runs.keep(projectId('docs'), measured(rank), 'offline:docent')
      const { retrieval, questions, settings } = measured(rank)
      const collection = { name: 'scifact', documents: 5_183 }
      const searched = { ...settings, model: null, grounding: null, revision: null } as EvaluationSettings
      await runs.keep(projectId('docs'), { retrieval, questions, settings: searched, collection }, undefined)
    }
  }, 240_000)

  afterAll(async () => {
    await started?.[Symbol.asyncDispose]()
  })

  for (const screen of SCREENS)
    test(`can be used by everybody, on a screen of ${screen.name}`, async (context) => {
      const { page, complaints } = await openDashboard(browser, context, server, owner.cookie, screen)
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(`${server.url}/dashboard${path}`)
        await settled(page)
        await expectAccessibleInBothThemes(page, `${name} ${screen.name}`)
        const width = await page.evaluate('document.documentElement.scrollWidth')
        expect(width, `${name} is no wider than the screen`).toBeLessThanOrEqual(screen.viewport.width)
      }
      expect(complaints).toEqual([])
    }, 240_000)

  for (const screen of SCREENS)
    test(`compares two results of an evaluation, on a screen of ${screen.name}`, async (context) => {
      const { page, complaints } = await openDashboard(browser, context, server, owner.cookie, screen)
      await page.goto(`${server.url}/dashboard/default/docs/assistant/evaluation`)
      const section = page.getByRole('region', { name: 'Compare two results' })
      await section.getByText('11 questions changed').click()
      await section.getByText('page at rank 2 → page not found').first().waitFor()
      await section.getByText('worse', { exact: true }).first().waitFor()
      await section.getByText('no difference shown', { exact: true }).first().waitFor()
      await section.scrollIntoViewIfNeeded()
      await picture(page, `comparison ${screen.name}`)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      expect(width, 'the page is no wider than the screen').toBeLessThanOrEqual(screen.viewport.width)
      await section.getByRole('button', { name: /After/ }).click()
      // The last is of the documentation's own questions: what stood as "Before" is not comparable with it.
      await page.getByRole('option').last().click()
      await section.getByText('What differs: ').waitFor()
      await section.getByRole('button', { name: /Before/ }).click()
      await page.getByRole('option').last().click()
      await section.getByText('Choose two different results.').waitFor()
      expect(complaints).toEqual([])
    }, 120_000)

  for (const screen of SCREENS)
    test(`lists what needs a person, on a screen of ${screen.name}`, async (context) => {
      const { page, complaints } = await openDashboard(browser, context, server, owner.cookie, screen)
      await page.route(/\/api\/projects\/[^/]+\/overview/, async (route) => {
        const reply = await route.fetch()
        const attention = ['outage', 'job', 'gap', 'index', 'model', 'git-host'].map((kind) => ({
          kind,
          title: `Of ${kind}: what a person reads first, in a line that is as long as such lines are`,
          detail: 'Why it waits, and what has become of it.',
          id: kind === 'job' ? 'job1' : null,
          at: '2026-01-02T03:04:05.000Z',
          nextAt: kind === 'outage' ? '2026-01-02T03:09:05.000Z' : null,
          waitsFor: kind === 'outage' ? 'model' : null,
        }))
        await route.fulfill({ response: reply, json: { ...(await reply.json()), attention } })
      })
      await page.goto(`${server.url}/dashboard/default/docs`)
      await settled(page)
      const items = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem')
      for (const item of await items.all()) {
        const [whole, text] = await Promise.all([item.boundingBox(), item.locator('p').boundingBox()])
        expect(text?.x, 'the text begins beside its icon').toBeLessThan((whole?.x ?? 0) + 60)
      }
      expect(await items.count()).toBe(5)
      const bar = page.getByRole('status', { name: 'Outages' })
      await bar.getByText('Of outage').waitFor()
      await bar.getByText('next try').waitFor()
      await expectAccessibleInBothThemes(page, `attention ${screen.name}`)
      expect(complaints).toEqual([])
    }, 120_000)

  test('says what its dialogs are, on a telephone', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie, SCREENS[0])
    let open = ''
    for (const [path, opener, closer] of DIALOGS) {
      if (path !== open) await page.goto(`${server.url}/dashboard${path}`)
      open = path
      await settled(page)
      await page.getByRole('button', { name: opener }).first().click()
      // Not before: without it axe sees a page whose content an open dialog hides, and nothing else.
      await page.getByRole('dialog').waitFor()
      await picture(page, `dialog ${opener.source.replaceAll(/\W/g, '')} 390`)
      await expectAccessible(page, `dialog ${opener.source}`)
      await page.keyboard.press('Escape')
      if (closer) await page.getByRole('dialog').getByRole('button', { name: closer }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(complaints).toEqual([])
  }, 240_000)
})
