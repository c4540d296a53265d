import { expect, test } from 'vitest'
import { seenText } from './seen-text.ts'

test.each([
  ['DOCENT\\_TURBO\\_MODE', 'DOCENT_TURBO_MODE'],
  ['Use \\-\\-turbo\\-mode.', 'Use --turbo-mode.'],
  ['--fo**o** and **--**bar', '--foo and --bar'],
  ['--t*urb*o', '--turbo'],
  ['~~--turbo~~ and ~--fast~', '--turbo and --fast'],
  ['$--turbo$ and $$maxRuns$$', '--turbo and maxRuns'],
  ['&#45;&#x2d;turbo&lowbar;mode', '--turbo_mode'],
  ['--tur<b>bo</b>, --fa<wbr>st, --sl<!-- x -->ow', '--turbo, --fast, --slow'],
  ['<code>--turbo</code> or <kbd>--fast</kbd>', '`--turbo` or `--fast`'],
  ['--tur\u200Bbo \u2011\u2011fast', '--turbo --fast'],
  ['`\u2014turbo` and \u2014turbo-mode', '`--turbo` and --turbo-mode'],
  ['`--turbo\u2013mode` and --turbo\u2013mode', '`--turbo-mode` and --turbo-mode'],
  ['`key=\u201Cx\u201D`', '`key="x"`'],
  ['&ndash;&ndash;turbo, &#8209;&shy;-fast', '--turbo, --fast'],
  ['[--tur](/a)[bo](/b)', '--turbo'],
  ['`--tur`**`bo`** and `a`\u200B`b`', '`--turbo`** and `ab`'],
  ['\uFF0D\uFF0D\uFF54urbo', '--turbo'],
  // Code shows these signs, and what writes them means the name without them.
  ['`A\\_TURBO`, `\\-\\-turbo` and `--tur*bo*-mode`', '`A_TURBO`, `--turbo` and `--turbo-mode`'],
])('%s is seen as %s', (markdown, seen) => {
  expect(seenText(markdown).text).toBe(seen)
})

test.each([
  'Click **Save**, then *wait*.',
  'A word\u2014another \u2014 and 2\u20136 seconds.',
  'src/**/*.ts, `a\\.b`, `**x**`, ~/.ssh and ~/.config, $HOME/x and $USER.',
  'See [the guide](/guide) and [1](/a)[2](/b).',
  '| a \\| b | `c` |',
  '```sh\necho \\_ &amp; <b>x</b> **y**\n```',
  'pay 5 $ or 7 $, ~5 to ~6, a * b * c, `<name>` and <name>',
])('%j is seen as it is written', (markdown) => {
  expect(seenText(markdown).text).toBe(markdown)
})

test('places lead back to the Markdown', () => {
  const markdown = 'Set **DOCENT\\_TURBO** or &#45;&#45;fast\u200B now, `x` too.'
  const { text, rawAt } = seenText(markdown)
  for (const [name, written] of [
    ['DOCENT_TURBO', 'DOCENT\\_TURBO'],
    ['--fast', '&#45;&#45;fast\u200B'],
    ['x', 'x'],
  ] as const) {
    const at = text.indexOf(name)
    expect(markdown.slice(rawAt(at), rawAt(at + name.length))).toBe(written)
  }
  expect(rawAt(text.length)).toBe(markdown.length)
})
