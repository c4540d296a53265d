import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLocalRepository } from '@docent/git-local'
import { OfflineModelProvider } from '@docent/model-offline'
import { SITE, TASKS } from '@docent/server'
import { expect, test } from 'vitest'
import { runTask } from '../agent-tasks/run-task.ts'
import { runPrompt } from '../agent-tasks/task-rig.ts'
import { evaluateClone } from '../answers/evaluate-clone.ts'
import { rewordedProvider } from './reworded-provider.ts'

const TIMEOUT = 120_000
const plain = new OfflineModelProvider({ deltaDelayMs: 0 })
const reworded = rewordedProvider(plain)
const request = { model: 'offline:docent', maxRunMs: 60_000 }

/** What the offline model does of the tasks for agents. */
const DONE = [
  'rename-product',
  'title',
  'crlf',
  'openapi-typo',
  'move-to-folder',
  'add-page-verbatim',
  'section-verbatim',
  'invented-figures',
  'nothing-to-do',
  'protected-file',
]

test.each(DONE)(
  'the offline agent does %s when all that Docent says is in other words',
  async (id) => {
    const task = TASKS.find((each) => each.id === id)
    if (task === undefined) throw new Error(`There is no task ${id}.`)
    const { failures } = await runTask(task, { ...request, providers: [reworded] })
    expect(failures).toEqual([])
  },
  TIMEOUT,
)

const LONG = `---\ntitle: Long\n---\n\n${Array.from({ length: 1_200 }, (_, n) => `Line ${n} of Ferry.`).join('\n\n')}\n\n## End\n\nLast.\n`
const WIDE = `---\ntitle: Wide\n---\n\n${'wide '.repeat(600)}\n\n## End\n\nLast.\n`
const FILES = new Map(Object.entries({ ...SITE, 'docs/long.mdx': LONG, 'docs/wide.mdx': WIDE }))

const PROMPTS = [
  'Replace "Ferry" with "Barge" everywhere',
  'Delete the section "End" from docs/long.mdx',
  'Delete the section "End" from docs/wide.mdx',
  'Add the sentence "More soon." to the end of docs/guides/secrets.mdx',
  'Delete the page docs/guides/rollback.mdx',
  'Move docs/guides/rollback.mdx to docs/guides/undo.mdx',
  'Add a page docs/guides/logs.mdx titled "Logs" with the text: See [the start](/none).',
  'Replace "Nothing like it" with "x" in docs/install.mdx',
]

test.each(PROMPTS)(
  'the offline agent does the same in other words: %s',
  async (prompt) => {
    const [first, second] = await Promise.all(
      [plain, reworded].map((provider) =>
        runPrompt(prompt, { ...request, files: FILES, providers: [provider] }),
      ),
    )
    expect(second?.files).toEqual(first?.files)
    expect(second?.calls).toEqual(first?.calls)
  },
  TIMEOUT,
)

test(
  'the offline assistant gives the same answers when all that Docent says is in other words',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-rewording-'))
    try {
      const repository = join(folder, 'docs.git')
      const from = fileURLToPath(new URL('../../../docs/content', import.meta.url))
      const author = { name: 'Bench', email: 'bench@example.com' }
      await createLocalRepository({ path: repository, from, message: 'Begin', author, date: 1e12 })
      const questions = join(folder, 'questions.jsonl')
      await writeFile(
        questions,
        QUESTIONS.map((question) => JSON.stringify({ question, pages: ['/'] })).join('\n'),
      )
      const clone = { repository, branch: 'main', docsPath: '', siteUrl: undefined, questions }
      const first = await evaluateClone(clone)
      const second = await evaluateClone({
        ...clone,
        model: { name: 'reworded', install: (host) => host.addModelProvider(reworded) },
      })
      const texts = (report: typeof first) => report.questions.map(({ answer }) => answer?.text)
      expect(texts(second)).toEqual(texts(first))
      expect(new Set(texts(first)).size).toBe(QUESTIONS.length)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  TIMEOUT,
)

const QUESTIONS = [
  'How do I connect a GitHub repository?',
  'How do I revoke a key?',
  'Which environment variables does the server read?',
  'What happens when a worker dies?',
  'How do I add the widget to my site?',
  'What is the weather in Paris?',
]
