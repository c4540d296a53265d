import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectNoViolations, launchChromium, openPage, picture } from './browser.ts'
import { longestTask } from './longest-task.ts'
import { type SiteOptions, serveSite } from './serve-site.ts'
import { type SimulatedDocent, simulateDocent, streamAnswer } from './simulated-docent.ts'
import { spokenTree } from './spoken-tree.ts'

const LIMIT = 60_000

describe('the widget', needs(CHROMIUM), () => {
  let browser: Browser
  let docent: SimulatedDocent

  beforeAll(async () => {
    docent = await simulateDocent()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await docent?.[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    docent.asked.length = 0
    docent.feedback.length = 0
    docent.answer = (res) => streamAnswer(res, ANSWER)
  })

  const panel = (page: Page) => page.getByRole('dialog', { name: 'Ask the docs' })
  const ask = async (page: Page, question = 'How do I start?') => {
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.getByRole('textbox', { name: 'Ask a question…' }).fill(question)
    await page.keyboard.press('Enter')
  }
  const site = async (options: SiteOptions = {}) => serveSite(docent.url, options)
  const answered = (page: Page) => page.getByRole('button', { name: 'This helped' }).waitFor()

  test('is one script of at most 60 KB gzipped', () => {
    const script = readFileSync(new URL('../dist/docent.js', import.meta.url))
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(LIMIT)
  })

  test.for(
    [1440, 390].flatMap((width) => (['light', 'dark'] as const).map((theme) => [width, theme] as const)),
  )('answers a question at %i px, %s, accessible in every state', async ([width, colorScheme], context) => {
    await using page$ = await site({ attributes: `questions='["How do I start?"]'` })
    const options = { viewport: { width, height: 860 }, colorScheme }
    const { page, complaints } = await openPage(browser, context, options)
    await page.goto(page$.url)
    const name = `widget-${width}-${colorScheme}`
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await picture(page, `${name}-empty`)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'How do I start?' }).click()
    await answered(page)
    await page.locator('.hl-func, .hl-kwd, .hl-str').first().waitFor()
    await picture(page, `${name}-answer`)
    await expectNoViolations(page)
    expect(docent.asked[0]).toMatchObject({
      currentPath: expect.stringMatching(/:\d+\/guides\/install$/),
      fp: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    await page.getByRole('button', { name: 'This did not help' }).click()
    await page.getByLabel('What was missing or wrong?').fill('The port.')
    await picture(page, `${name}-feedback`)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await expect
      .poll(() => docent.feedback.at(-1))
      .toMatchObject({ threadId: 'thread-1', rating: 'down', text: 'The port.' })
    expect(complaints).toEqual([])
  })

  test('shows what a citation points to, and never an image, a script or a foreign scheme', async (context) => {
    await using page$ = await site()
    docent.answer = (res) =>
      streamAnswer(res, [
        'Run it [1](/guides/start).\n\n![x](https://evil.example/x.png) <img src=x onerror=alert(1)> ',
        '<script>window.hacked = 1</script> [a](javascript:window.hacked=1) <a href="data:text/html,x">b</a>\n',
      ])
    const { page, complaints } = await openPage(browser, context)
    await page.goto(page$.url)
    await ask(page)
    await answered(page)
    await page.getByRole('link', { name: '1: Getting started' }).hover()
    await page.getByRole('tooltip').getByText('in the folder of the project').waitFor()
    await picture(page, 'widget-citation')
    const seen = await page.locator('docent-assistant').evaluate((element) => {
      const root = element.shadowRoot as ShadowRoot
      return {
        images: root.querySelectorAll('img, script, iframe').length,
        addresses: [...root.querySelectorAll('.prose a')].map((link) => link.getAttribute('href')),
      }
    })
    expect(seen).toEqual({ images: 0, addresses: ['/guides/start', null, null] })
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(complaints).toEqual([])
  })

  test('works in a hostile page: reset styles, a strict policy, trusted types, storage blocked', async (context) => {
    const policy = [
      "default-src 'none'",
      `script-src ${docent.url}`,
      `connect-src ${docent.url}`,
      'img-src data:',
      "require-trusted-types-for 'script'",
      'trusted-types dompurify',
    ].join('; ')
    await using page$ = await site({ policy })
    await using reset = await site({
      head: '<style>* { all: unset !important } button, textarea, dialog { display: none !important; color: red !important }</style>',
    })
    for (const [url, name] of [
      [page$.url, 'policy'],
      [reset.url, 'reset'],
    ] as const) {
      const { page, complaints } = await openPage(browser, context)
      await page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      })
      await page.goto(url)
      await ask(page)
      await answered(page)
      await page.locator('.hl-func, .hl-kwd, .hl-str').first().waitFor()
      await picture(page, `widget-hostile-${name}`)
      expect(complaints).toEqual([])
    }
  })

  test('answers and copies in a page that came over plain HTTP', async (context) => {
    await using page$ = await site()
    const { page, complaints } = await openPage(browser, context)
    await page.goto(page$.url.replace('127.0.0.1', 'docs.acme.test'))
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await ask(page)
    await answered(page)
    await page.getByRole('button', { name: 'Copy', exact: true }).last().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.getByRole('textbox').focus()
    await page.keyboard.press('Control+v')
    await expect.poll(() => page.getByRole('textbox').inputValue()).toContain('Run it with npm')
    expect(complaints).toEqual([])
  })

  test('keeps the conversation across pages and tabs, and forgets it when asked to', async (context) => {
    await using page$ = await site()
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    await ask(page)
    await answered(page)
    await page.goto(page$.url.replace('install', 'other'))
    await page.keyboard.press('Control+i')
    await panel(page).getByText('Run it with npm').waitFor()
    await page.getByRole('textbox').fill('And then?')
    await page.keyboard.press('Enter')
    await expect.poll(() => docent.asked.length).toBe(2)
    expect(docent.asked[1]).toMatchObject({ threadId: 'thread-1', fp: docent.asked[0]?.fp })
    const tab = await page.context().newPage()
    await tab.goto(page$.url)
    await tab.getByRole('button', { name: 'Ask AI' }).click()
    await panel(tab).getByText('And then?').waitFor()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await tab.getByText('What would you like to know?').waitFor()
    await page.getByRole('textbox').fill('Anew')
    await page.keyboard.press('Enter')
    await expect.poll(() => docent.asked.length).toBe(3)
    expect(docent.asked[2]?.threadId).toBeUndefined()
    expect(docent.asked[2]?.fp).not.toBe(docent.asked[0]?.fp)
  })

  test('stops an answer, keeps what came, and asks again', async (context) => {
    await using page$ = await site()
    const stopped = Promise.withResolvers<void>()
    docent.answer = (res) => {
      res.once('close', stopped.resolve)
      return streamAnswer(res, ['word ', 'word ', 'never '], (index) =>
        index === 2 ? stopped.promise : Promise.resolve(),
      )
    }
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    await ask(page)
    await panel(page).getByText('word word').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('You stopped this answer.').waitFor()
    await stopped.promise
    docent.answer = (res) => streamAnswer(res, ANSWER)
    await page.getByRole('button', { name: 'Try again' }).click()
    await answered(page)
    expect(docent.asked[1]).toMatchObject({ trigger: 'regenerate-message', threadId: 'thread-1' })
  })

  test.for([
    [
      'limit',
      429,
      { code: 'rate_limited', requestId: 'r-1' },
      'Too many questions at the moment. Try again in 5 min.',
    ],
    ['refused', 403, { code: 'forbidden' }, 'The assistant is not available on this page.'],
    ['absent', 404, { code: 'not_found' }, 'The assistant is not available on this page.'],
    ['unreachable', 500, { code: 'internal' }, 'The assistant cannot be reached at the moment.'],
  ] as const)(
    'says what to do when an answer is refused: %s',
    async ([name, status, body, words], context) => {
      await using page$ = await site()
      docent.answer = (res) => void res.writeHead(status, { 'retry-after': '300' }).end(JSON.stringify(body))
      const { page } = await openPage(browser, context)
      await page.goto(page$.url)
      await ask(page)
      await page.getByRole('alert').getByText(words).waitFor()
      await picture(page, `widget-${name}`)
      await expectNoViolations(page)
      // The question is kept in the box.
      expect(await page.getByRole('textbox').inputValue()).toBe('How do I start?')
    },
  )

  test('tells a conversation that has ended from a project that is not there', async (context) => {
    await using page$ = await site()
    docent.answer = (res) => streamAnswer(res, ANSWER)
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    await ask(page)
    await answered(page)
    docent.answer = (res) => void res.writeHead(404).end(JSON.stringify({ code: 'not_found' }))
    await page.getByRole('textbox').fill('And then?')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('This conversation has ended. Start a new one.').waitFor()
    await page.getByRole('article').getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(0)
  })

  test('says that it is offline, and sends the kept question when the connection is back', async (context) => {
    await using page$ = await site()
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    await page.context().setOffline(true)
    await ask(page)
    await page.getByRole('alert').getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await answered(page)
    expect(await page.getByRole('article').count()).toBe(1)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test.for(['panel', 'modal'])('fills the screen of a telephone as a %s', async (mode, context) => {
    await using page$ = await site({ attributes: `mode="${mode}"` })
    const viewport = { width: 390, height: 860 }
    const { page } = await openPage(browser, context, { viewport })
    await page.goto(page$.url)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, ...viewport })
  })

  test('sets headings of an answer apart from its text', async (context) => {
    await using page$ = await site()
    docent.answer = (res) => streamAnswer(res, ['## Set the port\n\nWrite it into the configuration.\n'])
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    await ask(page)
    await answered(page)
    const weight = (element: Element) => Number(getComputedStyle(element).fontWeight)
    const heading = await panel(page).getByRole('heading', { name: 'Set the port' }).evaluate(weight)
    const text = panel(page).getByText('Write it into the configuration.', { exact: true })
    expect(heading).toBeGreaterThan(await text.evaluate(weight))
  })

  test('says that an answer broke off, and keeps what came', async (context) => {
    await using page$ = await site()
    const seen = Promise.withResolvers<void>()
    docent.answer = (res) =>
      streamAnswer(res, ['The beginning. ', 'Never.'], async (index) => {
        if (index === 0) return
        await seen.promise
        res.destroy()
      })
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    await ask(page)
    await panel(page).getByText('The beginning.').waitFor()
    seen.resolve()
    await page.getByRole('alert').getByText('The answer could not be finished.').waitFor()
    expect(await panel(page).getByText('The beginning.').isVisible()).toBe(true)
  })

  test('searches as one types, by keyboard, and hands the question over', async (context) => {
    await using page$ = await site({ attributes: 'mode="search"' })
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('start')
    await page.getByRole('option', { name: /Getting started/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expectNoViolations(page)
    await picture(page, 'widget-search')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await answered(page)
    expect(docent.asked[0]).toMatchObject({ messages: [{ parts: [{ text: 'start' }] }] })
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').fill('start')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/guides/start')
  })

  test.each([
    [390, 'right'],
    [1440, 'right'],
    [390, 'left'],
  ] as const)('shows results within a page of %d pixels, from a box on its %s', async (width, side) => {
    await using page$ = await site({ attributes: 'mode="search"' })
    await using context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    await page.goto(page$.url)
    await page.addStyleTag({
      content: `docent-assistant { position: absolute; top: 8px; ${side}: 60px; width: 150px }`,
    })
    await page.getByRole('combobox').fill('start')
    await page.getByRole('option', { name: /Getting started/ }).waitFor()
    const { x = -1, width: shown = 0 } = (await page.getByRole('listbox').boundingBox()) ?? {}
    expect(shown).toBeGreaterThan(300)
    expect(x).toBeGreaterThanOrEqual(16)
    expect(x + shown).toBeLessThanOrEqual(width - 16)
  })

  test('takes keys from the moment it is in the page, before anything is drawn', async (context) => {
    await using page$ = await site({ attributes: 'hotkeys="none"' })
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    // One task from the first key to the last: no frame, and so no paint, comes between.
    const taken = await page.evaluate(async (server) => {
      const taken: string[] = []
      const rendered = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)))
      const press = async (target: EventTarget, key: string, ctrlKey = false) => {
        target.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
        await rendered()
      }
      const type = async (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
        field.value = text
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await rendered()
      }
      for (const [mode, key] of [
        ['search', 'k'],
        ['panel', 'i'],
        ['modal', 'k'],
      ] as const) {
        const element = document.createElement('docent-assistant')
        for (const [name, value] of Object.entries({ domain: 'other', key: 'svc_dsc_test', server, mode }))
          element.setAttribute(name, value)
        document.body.append(element)
        const root = element.shadowRoot as ShadowRoot
        await press(document.body, key, true)
        const field = root.activeElement
        taken.push(`${mode}: ${field?.tagName}`)
        if (field instanceof HTMLInputElement) {
          await type(field, 'start')
          await press(field, 'ArrowDown')
          taken.push(root.getElementById(`${field.getAttribute('aria-activedescendant')}`)?.textContent ?? '')
        } else if (field instanceof HTMLTextAreaElement) {
          await press(field, 'Escape')
          taken.push(root.querySelector('dialog')?.open ? 'open' : 'closed')
          await press(document.body, key, true)
          taken.push(root.activeElement?.tagName ?? '')
        }
        element.remove()
      }
      return taken
    }, docent.url)
    expect(taken).toEqual([
      'search: INPUT',
      expect.stringContaining('start'),
      ...['panel: TEXTAREA', 'closed', 'TEXTAREA'],
      ...['modal: TEXTAREA', 'closed', 'TEXTAREA'],
    ])
  })

  test('keeps what is chosen when results arrive, and loses no key on a slow machine', async (context) => {
    await using page$ = await site({ attributes: 'mode="search"' })
    const { page } = await openPage(browser, context)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await page.goto(page$.url)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('start')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('option', { name: /Getting started/ }).waitFor()
    expect(await page.getByRole('combobox').inputValue()).toBe('start')
    await page.getByRole('option', { name: /start/, selected: true }).and(page.locator('.ask')).waitFor()
    await page.keyboard.press('Enter')
    await answered(page)
    expect(docent.asked[0]).toMatchObject({ messages: [{ parts: [{ text: 'start' }] }] })
  })

  test('asks about selected text and about code, and a link fills the box without sending', async (context) => {
    await using page$ = await site()
    const { page } = await openPage(browser, context)
    await page.goto(`${page$.url}?ask=How%20much%3F`)
    expect(await page.getByRole('textbox').inputValue()).toBe('How much?')
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    await page.locator('#words').selectText()
    await page.getByRole('button', { name: 'Ask about this' }).click()
    await page.getByRole('textbox').fill('What does it mean?')
    await picture(page, 'widget-context')
    await expectNoViolations(page)
    await page.keyboard.press('Enter')
    await answered(page)
    expect(docent.asked).toMatchObject([
      {
        context: [
          {
            type: 'textSelection',
            value: 'Some words that a reader may select.',
            path: '/guides/install',
            elementId: 'words',
          },
        ],
      },
    ])
    await page.keyboard.press('Escape')
    await page.evaluate('getSelection().removeAllRanges()')
    await page.locator('pre').first().hover()
    await page.getByRole('button', { name: 'Ask about this' }).click()
    await panel(page).getByText('npm start').first().waitFor()
  })

  test('a screen reader hears that an answer comes and then the whole of it once', async (context) => {
    await using page$ = await site()
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    const looked = Promise.withResolvers<void>()
    const hears = (words: string) =>
      page.waitForFunction((words) => Reflect.get(window, 'heard').includes(words), words)
    // The page draws once a frame: each state is left only after it was heard.
    docent.answer = (res) =>
      streamAnswer(res, ANSWER, async (index) => {
        if (index === 0) await hears('Searching the documentation…')
        if (index === 1) await hears('Writing the answer…')
        if (index === 2) await looked.promise
      })
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      const root = document.querySelector('docent-assistant')?.shadowRoot as ShadowRoot
      new MutationObserver(() => {
        const text = root.querySelector('.hidden[role=status]')?.textContent ?? ''
        if (text !== '' && heard.at(-1) !== text) heard.push(text)
      }).observe(root, { subtree: true, childList: true, characterData: true })
    })
    await ask(page)
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.getByRole('link', { name: '1: Getting started' }).waitFor()
    const coming = await spokenTree(page)
    looked.resolve()
    // What grows is no live region; the one line that is, waits until the reader has finished speaking.
    expect(coming.find(({ role }) => role === 'log')).toMatchObject({ live: undefined })
    expect(coming.filter(({ live }) => live === 'polite')).toEqual([
      { role: 'status', name: '', live: 'polite', isAtomic: true },
    ])
    expect(coming.filter(({ live }) => live === 'assertive')).toEqual([])
    expect(coming).toContainEqual(expect.objectContaining({ role: 'button', name: 'Stop' }))
    expect(coming).toContainEqual(expect.objectContaining({ role: 'link', name: '1: Getting started' }))
    await answered(page)
    const heard = (await page.evaluate('window.heard')) as string[]
    expect(heard.slice(0, 2)).toEqual(['Searching the documentation…', 'Writing the answer…'])
    expect(heard).toHaveLength(3)
    expect(heard[2]).toContain('The answer is complete.')
    expect(heard[2]).toContain('Run it with npm')
    const tree = await panel(page).ariaSnapshot()
    for (const line of [
      'heading "You: How do I start?"',
      'log "Ask the docs"',
      'link "Getting started"',
      'textbox "Ask a question…"',
    ])
      expect(tree).toContain(line)
  })

  test('speaks the language of the page, with texts of the site’s own, and tells the site what happens', async (context) => {
    await using page$ = await site({ attributes: `lang="de-AT" texts='{"open":"Frag Ada"}'` })
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    await page.evaluate(() => {
      const events: string[] = []
      Object.assign(window, { events })
      for (const name of ['open', 'ask', 'answer', 'close'])
        addEventListener(`docent:${name}`, () => events.push(name))
    })
    await page.getByRole('button', { name: 'Frag Ada' }).click()
    await page.getByRole('textbox', { name: 'Stell eine Frage …' }).fill('Wie?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Das hat geholfen' }).waitFor()
    await page.getByRole('button', { name: 'Schließen' }).click()
    expect(await page.evaluate('window.events')).toEqual(['open', 'ask', 'answer', 'close'])
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DOCENT-ASSISTANT')
  })

  test('a long answer streams without holding the page up, and its beginning stays in view', async (context) => {
    await using page$ = await site()
    const paragraph =
      'Some words about `configuration` and [links](/guides/start) that go on for a while.\n\n'
    const apart = () => new Promise((resolve) => setTimeout(resolve, 1))
    docent.answer = (res) => streamAnswer(res, Array(600).fill(paragraph), apart)
    const { page } = await openPage(browser, context)
    await page.goto(page$.url)
    const longest = await longestTask(browser, page, async () => {
      await ask(page)
      await answered(page)
    })
    expect(longest).toBeLessThan(200)
    expect(await panel(page).getByRole('heading', { name: 'How do I start?' }).isVisible()).toBe(true)
    const place = await panel(page).getByRole('heading', { name: 'How do I start?' }).boundingBox()
    expect(place?.y).toBeGreaterThan(40)
    expect(place?.y).toBeLessThan(120)
  })
})

const ANSWER = [
  'Run it with npm [1](/guides/start):\n\n```sh\n',
  'npm start --port 3000\n',
  '```\n\n| Option | Default |\n| --- | --- |\n| `--port` | 3000 |\n\n',
  '- It **builds** what changed.\n- It serves.\n',
  '\n\n```suggestions\n(Configuration)[/reference/configuration]\n```\n',
]
