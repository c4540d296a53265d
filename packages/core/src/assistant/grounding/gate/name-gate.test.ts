import { spaceKeys } from '@docent/content'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GroundedName } from '../../../domain/grounding.ts'
import { checkNames, type NameIndex } from '../check-names.ts'
import { EvidenceNames } from '../evidence-names.ts'
import { BlockReader } from './block-reader.ts'
import { type BadBlock, NameGate } from './name-gate.ts'

const DOCS =
  'Run `docent serve --http-only`. The option `http.drainMs` is 30000 by default. Set `DOCENT_URL`. `npm start`'

/** The documentation has other flags of the command. */
const OWN = new Set(spaceKeys('docent '))

/** An index without any of the names. */
const nowhere: NameIndex = {
  lookUp: async (names) => new Map(names.map((name) => [name, { isKnown: OWN.has(name) }])),
}

async function check(text: string, declared: ReadonlySet<string>): Promise<readonly GroundedName[]> {
  const passages = new EvidenceNames()
  passages.add(1, 'Serve', DOCS)
  const evidence = { passages, asked: new EvidenceNames(), isCited: () => true }
  const { names } = await checkNames(text, evidence, nowhere, declared)
  return names.filter(({ verdict }) => verdict === 'invented')
}

async function gated(deltas: readonly string[], repair?: (block: BadBlock) => Promise<string | undefined>) {
  const shown: string[] = []
  const gate = new NameGate({ check, ...(repair && { repair }), show: async (text) => void shown.push(text) })
  for (const delta of deltas) await gate.write(delta)
  const streamed = shown.join('')
  await gate.end()
  return { text: shown.join(''), streamed, shown, gate }
}

const strict = async (text: string) => (await gated([...text])).text

describe('BlockReader', () => {
  const shapes = fc.array(
    fc.constantFrom(
      '`',
      '``',
      '```',
      '```sh\n',
      '~~~\n',
      '\n',
      '\r\n',
      '\n\n',
      '- ',
      '1. ',
      '  - ',
      '> ',
      '# ',
      '| a | b |',
      '|',
      '|---|',
      ' ',
      'word',
      'docent',
      '--x',
      '`--bad`',
      '[1](https://a.example)',
      '[',
      ']',
      '(',
      ')',
      '**',
      '. ',
      '。',
      '使用',
      '30',
      ' seconds',
      '\r',
      '\t',
    ),
    { maxLength: 40 },
  )

  test('loses nothing and adds nothing', () => {
    fc.assert(
      fc.property(shapes, (words) => {
        const reader = new BlockReader()
        let out = ''
        for (const word of words) {
          reader.write(word)
          for (let piece = reader.next(false); piece; piece = reader.next(false)) out += piece.text
        }
        for (let piece = reader.next(true); piece; piece = reader.next(true)) out += piece.text
        expect(out).toBe(words.join(''))
      }),
    )
  })

  test('shows the same text however its deltas are cut', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.integer({ min: 1, max: 9 }), async (words, size) => {
        const text = words.join('')
        const cut = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        expect((await gated(cut)).text).toBe((await gated([text])).text)
      }),
      { numRuns: 200 },
    )
  })
})

describe('NameGate that leaves out', () => {
  test('takes all signs that end a sentence along, in whichever delta they come', async () => {
    for (const cut of [['`--bad`使用。', '。Yes'], ['`--bad`使用。。Yes']])
      expect((await gated(cut)).text).toBe('(…)Yes')
  })

  test('lets an answer without invented names through as it is', async () => {
    const text = `Run \`docent serve --http-only\`.\n\n- one\n  - two\n\n\`\`\`sh\r\ndocent serve --http-only\r\n\`\`\`\r\n\n| a | b |\n|---|---|\n| \`http.drainMs\` | 30 seconds |\n`
    expect(await strict(text)).toBe(text)
  })

  test('leaves out the rest of a sentence, its citations too, and goes on behind it', async () => {
    expect(await strict('First. Use `--nope` to stop it. [1](https://a.example) Then `npm start`.')).toBe(
      'First. Use (…) Then `npm start`.',
    )
    expect(await strict('`--nope` stops it. `--neither` too! Then go.')).toBe('(…) Then go.')
  })

  test('holds a name that is split over deltas, and streams prose by the word', async () => {
    const { streamed, text } = await gated([
      'Use the flag `--',
      'no',
      'pe` now. Set',
      ' the ',
      'option --un',
      'known too. Done.',
    ])
    expect(text).toBe('Use the flag (…) Set the option (…) Done.')
    expect(streamed).toBe('Use the flag (…) Set the option (…)')
    expect((await gated(['Use the flag `--no'])).streamed).toBe('Use the flag ')
  })

  test('leaves out one item of a nested list, one cell of a table and no more', async () => {
    expect(await strict('- Run `--nope` here\n  - and `npm start`\n  - or `--neither`\n- End')).toBe(
      '- Run (…)\n  - and `npm start`\n  - or (…)\n- End',
    )
    expect(await strict('| a | b |\n|---|---|\n| has `--nope` here | fine |\n| x | y |')).toBe(
      '| a | b |\n|---|---|\n| has (…)| fine |\n| x | y |',
    )
  })

  test('leaves out a whole code block, also one that never ends', async () => {
    expect(await strict('Run:\n\n```sh\ndocent serve --nope\nnpm start\n```\n\nDone.')).toBe(
      'Run:\n\n(…)\n\nDone.',
    )
    expect(await strict('Run:\n\n```sh\ndocent serve --nope\nnpm')).toBe('Run:\n\n(…)')
    expect(await strict('- a\n  ```sh\n  docent serve --nope\n  ```\n- b')).toBe('- a\n  (…)\n- b')
    expect((await gated(['Run:\n\n```sh\ndocent serve'])).streamed).toBe('Run:\n\n')
  })

  test('reads CRLF, CJK and emphasis', async () => {
    expect(await strict('Use `--nope`.\r\n\r\nThen `npm start`.\r\n')).toBe(
      'Use (…)\r\n\r\nThen `npm start`.\r\n',
    )
    expect(await strict('使用 `--nope` 参数。然后运行 `npm start`。')).toBe('使用 (…)然后运行 `npm start`。')
    expect(await strict('**Use `--nope` now.** Then go.')).toBe('**Use (…)** Then go.')
  })

  test.each([
    '--http-only**-ish**',
    '`--http-only`**`-ish`**',
    '--http-only[-ish](https://a.example)',
    '--http-only<b class="a">-ish</b>',
    '--http-only\u200B-ish',
    '--http-only\uFEFF-ish',
    '--http-only\\-ish',
    '--http-only&#45;ish',
    '\u2011\u2011http\u2011only\u2011ish',
    '~~--http-only-ish~~',
    'DOCENT\\_URL\\_TOO',
    '[--http-only](https://a.example)[-ish](https://b.example)',
  ])('shows no half of %j', async (name) => {
    const shown = await strict(`Say ${name} now. Then \`npm start\`.`)
    expect(shown).toMatch(/^Say \(…\)/)
    expect(shown).toMatch(/ Then `npm start`\.$/)
    expect(shown).not.toMatch(/http|DOCENT/)
  })

  test('knows what earlier code declares, and shows an unclosed span as it is', async () => {
    const text = '```ts\nconst drainer = 1\n```\n\nThen `drainer` is set. An open ` tick'
    expect(await strict(text)).toBe(text)
  })

  test('counts what it left out, with the names', async () => {
    const { gate } = await gated(['Use `--http-onli`. And `--nope`.'])
    expect(gate.leftOut).toBe(2)
    expect(gate.removed).toEqual([
      { text: '--http-onli', kind: 'flag', by: 'strict', suggestion: '--http-only' },
      { text: '--nope', kind: 'flag', by: 'strict' },
    ])
  })
})

describe('NameGate that repairs', () => {
  test('holds the rest of the block, and shows what the model wrote instead', async () => {
    const blocks: BadBlock[] = []
    const { text, gate } = await gated(
      [...'First.\n\nUse `--http-onli` and `--nope` now. More.\n\nDone.'],
      async (block) => {
        blocks.push(block)
        return '`--http-only` alone.'
      },
    )
    expect(text).toBe('First.\n\nUse `--http-only` alone.\n\nDone.')
    expect(blocks).toHaveLength(1)
    expect(blocks[0]).toMatchObject({
      shown: 'Use ',
      rest: '`--http-onli` and `--nope` now. More.',
      isFence: false,
    })
    expect(blocks[0]?.invented.map((name) => name.text)).toEqual(['--http-onli', '--nope'])
    expect(gate.removed.map(({ by }) => by)).toEqual(['repair', 'repair'])
  })

  test('keeps the block when the model fails or invents again, and asks once', async () => {
    const text = 'Use `--nope` now.\n\n```sh\ndocent serve --nope\n```\n'
    let asked = 0
    const failing = await gated([text], async () => {
      asked++
      return undefined
    })
    expect(failing.text).toBe(text)
    expect(asked).toBe(2)
    const inventing = await gated([text], async ({ isFence }) =>
      isFence ? '```sh\ndocent --worse\n```' : '`--worse`',
    )
    expect(inventing.text).toBe(text)
    expect(inventing.gate.removed).toEqual([])
  })

  test('repairs each item, row and code block by itself', async () => {
    const blocks: string[] = []
    await gated(
      [...'- `--nope`\n- fine\n- `--neither`\n\n| `--bad` | x |\n| y | z |\n```\ndocent --z1\n```'],
      async ({ shown, rest, isOneLine }) => {
        blocks.push(`${shown}¦${rest}¦${isOneLine}`)
        return undefined
      },
    )
    expect(blocks).toEqual([
      '- ¦`--nope`¦false',
      '- ¦`--neither`¦false',
      '| ¦`--bad` | x |¦true',
      '¦```\ndocent --z1\n```¦false',
    ])
  })
})
