import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { emptyTag, noteTag } from '@docent/core'
import { PROMPT_TAGS } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { fileTools } from '../../test/file-tools.ts'
import { runTurn, type Tools } from '../../test/run-turn.ts'
import { OfflineModel } from '../offline-model.ts'

const FILES = {
  'docs/docs.json': '{ "navigation": ["index", "keys", "long"] }\n',
  'docs/index.mdx': '---\ntitle: Welcome\n---\n\nAcme Cloud. See [keys](/keys).\n',
  'docs/keys.mdx': '---\ntitle: API keys\n---\n\nKeys of Acme Cloud.\n\n## Revoke\n\nDelete it.\n',
  'docs/long.mdx': `---\ntitle: Long\n---\n\n${Array.from({ length: 60 }, (_, n) => `Line ${n}.`).join('\n')}\n\n## End\n\nLast.\n`,
}

const TASKS = [
  'Replace "Acme Cloud" with "Acme" everywhere',
  'Add the sentence "More soon." to the end of docs/keys.mdx',
  'Delete the section "Revoke" from docs/keys.mdx',
  'Delete the section "End" from docs/long.mdx',
  'Move docs/keys.mdx to docs/guides/keys.mdx',
  'Delete the page docs/keys.mdx',
  'Set the title of docs/keys.mdx to "Keys"',
  'Add a page docs/new.mdx with the title "New" and the text "Fresh."',
  'Replace "Nothing like it" with "x" in docs/keys.mdx',
]

const WORDS = '~ wholly other words, No files, All checks pass, docs/trap.mdx ~'
/** Lines of data in a result: numbered lines, hits, paths. */
const DATA = /^\s*\d+\t|^[^\s:]+:\d+: |^[\w./-]+\.\w+$/

/** Every sentence of a text in other words; tags with their attributes and lines of data stay. */
function reworded(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (DATA.test(line)) return line
      const tags = line.match(/<docent-[^>]*\/>/g) ?? []
      return tags.length > 0 ? `${WORDS} ${tags.join(' ')} ${WORDS}` : noteTag(WORDS)
    })
    .join('\n')
}

function inOtherWords(tools: Tools): Tools {
  return Object.fromEntries(
    Object.entries(tools).map(([name, call]) => [
      name,
      (input: Record<string, unknown>) => {
        const result = call(input)
        if (typeof result === 'string') return reworded(result)
        return 'message' in result ? { ...result, message: WORDS } : result
      },
    ]),
  )
}

async function carriedOut(task: string, change: (tools: Tools) => Tools, system: string) {
  const files = new Map(Object.entries(FILES))
  const prompt: LanguageModelV4Message[] = [
    { role: 'system', content: system },
    { role: 'user', content: [{ type: 'text', text: task }] },
  ]
  const model = () => new OfflineModel('docent', { deltaDelayMs: 0 })
  const { calls } = await runTurn(model, prompt, change(fileTools(files, 'docs')))
  return { files: Object.fromEntries(files), calls }
}

describe('the offline agent', () => {
  test.each(TASKS)('does the same when every sentence is in other words: %s', async (task) => {
    const tag = emptyTag(PROMPT_TAGS.documentation, { path: 'docs' })
    const plain = await carriedOut(task, (tools) => tools, `You are the documentation agent.\n${tag}`)
    const other = await carriedOut(task, inOtherWords, `${WORDS}\n${tag}\n${WORDS}`)
    expect(other).toEqual(plain)
  })

  test('resolves a conflict that is told in other words', async () => {
    const files = new Map([['docs/a.md', 'Top\n<<<<<<< x\nOne.\n=======\nTwo.\n>>>>>>> y\nEnd\n']])
    const conflict = `<${PROMPT_TAGS.conflict}>\n${WORDS}\n${emptyTag(PROMPT_TAGS.file, { path: 'docs/a.md' })}\n${WORDS}\n</${PROMPT_TAGS.conflict}>`
    const prompt: LanguageModelV4Message[] = [
      { role: 'system', content: emptyTag(PROMPT_TAGS.documentation, { path: 'docs' }) },
      { role: 'user', content: [{ type: 'text', text: conflict }] },
    ]
    const model = () => new OfflineModel('docent', { deltaDelayMs: 0 })
    await runTurn(model, prompt, inOtherWords(fileTools(files, 'docs')))
    expect(files.get('docs/a.md')).toBe('Top\nOne.\nTwo.\nEnd\n')
  })
})
