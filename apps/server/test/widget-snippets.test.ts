import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { GENERATORS, snippetsFor } from '../../dashboard/src/pages/widget/snippets.ts'
import { attributesOf, DEFAULTS } from '../../dashboard/src/pages/widget/widget-options.ts'

const guide = readFileSync(new URL('../../docs/content/guides/widget.mdx', import.meta.url), 'utf8')
const origin = 'https://docent.acme.com'
const required = [
  ['domain', 'handbook'],
  ['key', '<ASSISTANT_API_KEY>'],
] as const
const hostile = `'"</script><b>&amp; \${x}\\`

describe('the lines of the page Widget', () => {
  const ofGuide = GENERATORS.map(({ value }) => value).filter((value) => value !== 'starlight')
  test.each(ofGuide)('are those of the guide for %s', (generator) => {
    for (const { text } of snippetsFor(generator, origin, required)) expect(guide).toContain(text)
  })

  test('set every attribute to what was chosen, whatever it contains', () => {
    const set = new Map<string, string>()
    const element = { setAttribute: (name: string, value: string) => set.set(name, value) }
    const document = { querySelector: () => null, createElement: () => element, body: { append() {} } }
    const chosen = attributesOf({
      ...DEFAULTS,
      questions: `${hostile}\n\n How? `,
      hotkeys: false,
      code: false,
    })
    const [, script] = snippetsFor('docusaurus', origin, [...required, ...chosen])
    runInNewContext(script?.text ?? '', { document })
    expect(Object.fromEntries(set)).toEqual({
      domain: 'handbook',
      key: '<ASSISTANT_API_KEY>',
      hotkeys: 'none',
      'ask-about': 'selection',
      questions: JSON.stringify([hostile, 'How?']),
    })
  })

  test('keep what was chosen within its attribute in HTML, also in the script of Starlight', () => {
    const html = snippetsFor('html', origin, [['tag', hostile]])[0]?.text.split('\n')[1] ?? ''
    expect(html).toBe(
      `<docent-assistant tag="'&quot;&lt;/script>&lt;b>&amp;amp; \${x}\\"></docent-assistant>`,
    )
    const config = snippetsFor('starlight', origin, [['tag', hostile]])[0]?.text ?? ''
    const { head } = runInNewContext(config, { starlight: (options: unknown) => options })
    let written = ''
    runInNewContext(head[1].content, {
      addEventListener: (_: string, then: () => void) => then(),
      document: { body: { insertAdjacentHTML: (_: string, text: string) => (written = text) } },
    })
    expect(written).toBe(html)
    expect(head[1].content).not.toContain('</script')
  })

  test('name nothing that is the default, and no texts that are no object', () => {
    expect(attributesOf(DEFAULTS)).toEqual([])
    expect(attributesOf({ ...DEFAULTS, texts: '["no"]', countViews: true })).toEqual([['count-views', '']])
    expect(attributesOf({ ...DEFAULTS, selection: false, code: false })).toEqual([['ask-about', 'none']])
  })
})
