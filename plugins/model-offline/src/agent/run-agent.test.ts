import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { emptyTag } from '@docent/core'
import { PROMPT_TAGS } from '@docent/core/plugin'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileTools } from '../../test/file-tools.ts'
import { runTurn, type Turn } from '../../test/run-turn.ts'
import { OfflineModel } from '../offline-model.ts'

const SYSTEM = emptyTag(PROMPT_TAGS.documentation, { path: 'docs' })

const DOCS_JSON = `{
  "name": "Acme",
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["index", "quickstart"] },
      {
        "group": "Guides",
        "pages": [
          "guides/keys",
          "guides/deploy"
        ]
      }
    ]
  }
}
`

let files: Map<string, string>

beforeEach(() => {
  files = new Map([
    ['README.md', 'Acme teh tool\n'],
    ['docs/docs.json', DOCS_JSON],
    [
      'docs/index.mdx',
      '---\ntitle: Welcome\n---\n\nAcme Cloud runs teh jobs. See [keys](/guides/keys) and [more](guides/keys#revoke).\n',
    ],
    [
      'docs/quickstart.mdx',
      '---\ntitle: Get started fast\n---\n\nRun `npm i acme`.\n\nThen `npm i acme` again.\n',
    ],
    [
      'docs/guides/keys.mdx',
      '---\ntitle: API keys\n---\n\nKeys of Acme Cloud. Back to [start](../index.mdx), on to [deploy](./deploy).\n\n## Usage\n\nSend it.\n\n### Details\n\nDeep.\n\n## Revoke\n\nDelete it.\n',
    ],
    [
      'docs/guides/deploy.mdx',
      '---\ntitle: Deploy\n---\n\nFirst make a [key](./keys.mdx). teh end, Utehr.\n\n```md\n[key](./keys.mdx)\n```\n',
    ],
  ])
})

const user = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] })

/** Every step is asked of a new model: nothing may be remembered. */
function run(...requests: (string | LanguageModelV4Message)[]): Promise<Turn> {
  const prompt: LanguageModelV4Prompt = [
    { role: 'system', content: SYSTEM },
    ...requests.map((request) => (typeof request === 'string' ? user(request) : request)),
  ]
  return runTurn(() => new OfflineModel('docent', { deltaDelayMs: 0 }), prompt, fileTools(files, 'docs'))
}

describe('the offline agent', () => {
  test('writes todos first, edits, checks, and tells what it did', async () => {
    const turn = await run('Replace "npm i acme" with "pnpm add acme" in docs/quickstart.mdx')
    expect(files.get('docs/quickstart.mdx')).toContain('Run `pnpm add acme`.\n\nThen `pnpm add acme` again.')
    expect(turn.calls.map((call) => call.toolName)).toEqual([
      'todo_write',
      'list_files',
      'edit_file',
      'todo_write',
      'check_docs',
    ])
    expect(turn.calls.at(-2)?.input).toMatchObject({ todos: [{ status: 'completed' }] })
    expect(turn.text).toBe('Replaced “npm i acme” with “pnpm add acme” in docs/quickstart.mdx.')
  })

  test('gives every tool call an id that depends on the conversation alone', async () => {
    const before = new Map(files)
    const first = await run('Fix the typo "teh" → "the"')
    files = before
    const second = await run('Fix the typo "teh" → "the"')
    expect(second.calls).toEqual(first.calls)
    expect(new Set(first.calls.map((call) => call.toolCallId)).size).toBe(first.calls.length)
  })

  test('fixes a typo everywhere below the documentation, whole words only', async () => {
    await run('Fix the typo "teh" → "the"')
    expect(files.get('docs/index.mdx')).toContain('runs the jobs')
    expect(files.get('docs/guides/deploy.mdx')).toContain('the end, Utehr.')
    expect(files.get('README.md')).toContain('teh')
  })

  test('searches on while a search shows only its first matches', async () => {
    for (let page = 0; page < 50; page++) files.set(`docs/many/${page}.mdx`, 'An oldname here.\n')
    const turn = await run('Replace "oldname" with "newname" everywhere')
    expect([...files.values()].filter((content) => content.includes('oldname'))).toEqual([])
    expect(turn.text).toContain('in 50 files (')
  })

  test('finds a page by its title', async () => {
    await run('On the "Get started fast" page, replace "Run" with "Type"')
    expect(files.get('docs/quickstart.mdx')).toContain('Type `npm')
  })

  test('adds a section at the end, or next to another one', async () => {
    await run(
      '1. Add a section "Limits" to guides/keys.mdx saying: At most ten keys. Ask for more.\n2. Add a section "Rotate" after "Usage" to guides/keys.mdx with the text: "Make a new one."',
    )
    expect(files.get('docs/guides/keys.mdx')).toBe(
      '---\ntitle: API keys\n---\n\nKeys of Acme Cloud. Back to [start](../index.mdx), on to [deploy](./deploy).\n\n## Usage\n\nSend it.\n\n### Details\n\nDeep.\n\n## Rotate\n\nMake a new one.\n\n## Revoke\n\nDelete it.\n\n## Limits\n\nAt most ten keys. Ask for more.\n',
    )
  })

  test('adds text to a section and deletes another', async () => {
    await run(
      'Append "Soon." to the section "Usage" in guides/keys. Delete the section "Revoke" from guides/keys.mdx.',
    )
    expect(files.get('docs/guides/keys.mdx')).toMatch(/Send it\.\n\nSoon\.\n\n### Details\n\nDeep\.\n$/)
  })

  test('adds a page with frontmatter and its navigation entry', async () => {
    const turn = await run(
      'Add a page guides/limits.mdx titled "Limits: all" with the text:\n\nThere are limits.',
    )
    expect(files.get('docs/guides/limits.mdx')).toBe('---\ntitle: "Limits: all"\n---\n\nThere are limits.\n')
    expect(JSON.parse(files.get('docs/docs.json') ?? '').navigation.groups[1].pages).toEqual([
      'guides/keys',
      'guides/deploy',
      'guides/limits',
    ])
    expect(files.get('docs/docs.json')).toContain('          "guides/deploy",\n          "guides/limits"\n')
    expect(turn.text).toBe('Added the page docs/guides/limits.mdx. In docs/docs.json: added its entry.')
  })

  test('moves a page and everything that follows from it', async () => {
    const turn = await run('Rename guides/keys.mdx to reference/api-keys.mdx and fix the links to it.')
    expect(files.has('docs/guides/keys.mdx')).toBe(false)
    expect(files.get('docs/reference/api-keys.mdx')).toContain(
      '[start](../index.mdx), on to [deploy](../guides/deploy)',
    )
    expect(files.get('docs/index.mdx')).toContain(
      '[keys](/reference/api-keys) and [more](reference/api-keys#revoke)',
    )
    expect(files.get('docs/guides/deploy.mdx')).toContain('First make a [key](../reference/api-keys.mdx)')
    expect(files.get('docs/guides/deploy.mdx')).toContain('```md\n[key](./keys.mdx)\n```')
    const navigation = JSON.parse(files.get('docs/docs.json') ?? '')
    expect(navigation.navigation.groups[1].pages).toEqual(['reference/api-keys', 'guides/deploy'])
    expect(navigation.redirects).toEqual([{ source: '/guides/keys', destination: '/reference/api-keys' }])
    expect(turn.text).toBe(
      'Moved docs/guides/keys.mdx to docs/reference/api-keys.mdx. Rewrote the links to it in 2 pages: docs/index.mdx, docs/guides/deploy.mdx. In docs/docs.json: renamed its entry, added a redirect from /guides/keys to /reference/api-keys.',
    )
    // The tool knows more than a prompt can say, such as the path that the site is served under: it mends everything.
    const changes = turn.calls.filter(({ toolName }) => /^(?:edit|write|move|delete)_file$/.test(toolName))
    expect(changes.map(({ toolName, input }) => ({ toolName, input }))).toEqual([
      {
        toolName: 'move_file',
        input: { from: 'docs/guides/keys.mdx', to: 'docs/reference/api-keys.mdx', fix_links: true },
      },
    ])
  })

  test('deletes a page, its entry, and names the pages that still link to it', async () => {
    const turn = await run('Delete the page guides/keys.mdx')
    expect(files.has('docs/guides/keys.mdx')).toBe(false)
    expect(JSON.parse(files.get('docs/docs.json') ?? '').navigation.groups[1].pages).toEqual([
      'guides/deploy',
    ])
    expect(turn.text).toContain(
      'Still linked from docs/index.mdx:1; docs/guides/deploy.mdx:1. In docs/docs.json: removed its entry.',
    )
  })

  test('sets a title', async () => {
    await run('Change the title of the quickstart page to "Start: now"')
    expect(files.get('docs/quickstart.mdx')).toMatch(/^---\ntitle: "Start: now"\n---\n/)
  })

  test('reads files that come in pieces', async () => {
    const long = Array.from({ length: 100 }, (_, line) => `Line ${line}.`).join('\n')
    files.set('docs/long.mdx', `# Long\n\n${long}\n\n## Last\n\nEnd.\n`)
    await run('Add a section "More" before "Last" to long.mdx saying: Yes.')
    expect(files.get('docs/long.mdx')).toContain('Line 99.\n\n## More\n\nYes.\n\n## Last')
  })

  test('carries out several instructions and reports what failed, never claiming it', async () => {
    const turn = await run(
      'Replace "nowhere to be found" with "x" in docs/index.mdx. Replace "Acme Cloud" with "Acme" everywhere. Write a poem about it.',
    )
    expect(files.get('docs/index.mdx')).toContain('Acme runs')
    expect(turn.text).toContain('Replaced “Acme Cloud” with “Acme” in docs/index.mdx, docs/guides/keys.mdx.')
    expect(turn.text).toContain(
      'Not done:\n- Replace “nowhere to be found” with “x” in docs/index.mdx: docs/index.mdx: old_text is not in',
    )
    expect(turn.text).toContain('Not understood:\n- Write a poem about it.')
    expect(turn.calls.at(-2)?.input).toMatchObject({
      todos: [{ status: 'cancelled' }, { status: 'completed' }],
    })
  })

  test('says that nothing changed when nothing did', async () => {
    const turn = await run('Replace "not there" with "x" everywhere')
    expect(turn.text).toBe(
      'I changed nothing.\n\nNot done:\n- Replace “not there” with “x” everywhere: The text “not there” is nowhere in the documentation.',
    )
  })

  test.each(['Make the docs better.', 'Document the new payments API', 'Who are you?', 'hello'])(
    'declines %s in plain words and calls no tool',
    async (prompt) => {
      const turn = await run(prompt)
      expect(turn.calls).toEqual([])
      expect(turn.text).toContain("I am Docent's offline model")
      expect(turn.text).toContain('Replace "old text" with "new text"')
    },
  )

  test('asks which page is meant when several fit', async () => {
    files.set('docs/reference/keys.mdx', '# Keys\n')
    const turn = await run('Delete the keys page')
    expect(turn.text).toContain('could be docs/guides/keys.mdx, docs/reference/keys.mdx: give the path.')
    expect(files.has('docs/reference/keys.mdx')).toBe(true)
  })

  test('tells what the checks report', async () => {
    const turn = await run('Add the sentence "See [it](/missing)." to the end of docs/quickstart.mdx')
    expect(turn.text).toContain(
      "The checks report problems that I can't fix:\n- docs/quickstart.mdx:1 The link",
    )
  })

  test('answers failed checks with what it did and what is left', async () => {
    const first = await run('Replace "Acme Cloud" with "Acme" everywhere')
    const checks = user(
      `<docent-checks>\nYour changes have problems:\n${emptyTag(PROMPT_TAGS.problem, { file: 'docs/a.mdx', line: 3, message: 'No page.' })}\nMend them.\n</docent-checks>`,
    )
    const second = await run(...first.prompt.slice(1), checks)
    expect(second.calls).toEqual([])
    expect(second.text).toBe(
      `${first.text}\n\nThe checks report problems that I can't fix:\n- docs/a.mdx:3 No page.`,
    )
  })

  test('keeps both sides of a conflict and says so', async () => {
    const first = await run('Replace "Acme Cloud" with "Acme" in docs/index.mdx')
    files.set(
      'docs/index.mdx',
      'Top\n<<<<<<< ours\nAcme runs.\n=======\nAcme Cloud walks.\n>>>>>>> theirs\nEnd\n',
    )
    const conflict = user(
      `<docent-conflict>\nSomebody pushed.\n${emptyTag(PROMPT_TAGS.file, { path: 'docs/index.mdx' })}\nRead each, keep both.\n</docent-conflict>`,
    )
    const second = await run(...first.prompt.slice(1), conflict)
    expect(files.get('docs/index.mdx')).toBe('Top\nAcme runs.\nAcme Cloud walks.\nEnd\n')
    expect(second.text).toContain('kept the lines of both sides')
  })

  test('carries out a follow-up with new ids and knows what came before', async () => {
    const first = await run('Replace "Acme Cloud" with "Acme" in docs/index.mdx')
    const second = await run(...first.prompt.slice(1), user('Do the same in guides/keys.mdx'))
    expect(files.get('docs/guides/keys.mdx')).toContain('Keys of Acme.')
    const ids = [...first.calls, ...second.calls].map((call) => call.toolCallId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('adds a follow-up that comes in the middle of a run to its end', async () => {
    const first = await run('Replace "Acme Cloud" with "Acme" in docs/index.mdx')
    // All but the closing text was recorded when the follow-up came.
    const open = first.prompt.slice(1, -1)
    const second = await run(...open, user('Replace "Send it." with "Post it." in guides/keys.mdx'))
    expect(files.get('docs/guides/keys.mdx')).toContain('Post it.')
    expect(second.calls[0]).toMatchObject({
      toolName: 'todo_write',
      toolCallId: `offline-${first.calls.length + 1}`,
    })
    expect(second.text).toMatch(/- Replaced “Acme Cloud”.*\n- Replaced “Send it\.”/)
  })

  test('does not go on with the tool calls of another model', async () => {
    const call = { type: 'tool-call' as const, toolCallId: 'x', toolName: 'read_file', input: {} }
    const turn = await run('Replace "a" with "b" everywhere', { role: 'assistant', content: [call] })
    expect(turn.text).toContain('cannot go on with what another model began')
  })

  test('says that it could not finish when a step has no tools', async () => {
    const model = new OfflineModel('docent', { deltaDelayMs: 0 })
    const prompt: LanguageModelV4Prompt = [
      { role: 'system', content: SYSTEM },
      user('Delete guides/keys.mdx'),
    ]
    const { content } = await model.doGenerate({ prompt })
    expect(content).toEqual([
      expect.objectContaining({ type: 'text', text: expect.stringContaining('could not finish') }),
    ])
  })
})
