import type { ModelDefect } from '@docent/core'
import type { ScriptedReply } from '@docent/testing'
import { type Chat, call, calls, edit } from './chat.ts'

/** One thing that a model does wrong in one question or task, and what the check must say of it. */
export interface BadHabit {
  id: string
  /** As a sentence without its subject. */
  does: string
  /** In place of what a good model replies; undefined to do that. */
  reply: (chat: Chat, good: () => ScriptedReply) => ScriptedReply
  defect: ModelDefect
  detail: RegExp
}

const SECRETS = 'docs/guides/secrets.mdx'
const CLI = 'docs/reference/cli.mdx'

/** Edits that come in place of the good ones. The rest of the work is done well. */
const edits =
  (...instead: ReturnType<typeof call>[]): BadHabit['reply'] =>
  (chat, good) => {
    // What the checks say of the edits is ignored, too.
    if (chat.calls.some(({ name }) => name === instead[0]?.toolName)) return { text: 'Done.' }
    return chat.step === 1 ? calls(...instead) : good()
  }

/** Edits beside the good ones. */
const also =
  (...more: ReturnType<typeof call>[]): BadHabit['reply'] =>
  ({ step }, good) => {
    const reply = good()
    return step === 1 ? calls(...(reply.toolCalls ?? []), ...more) : reply
  }

const says =
  (text: string): BadHabit['reply'] =>
  () => ({ text })

/** The citation and everything else that a good answer has, in other words. */
const changes =
  (change: (text: string) => string): BadHabit['reply'] =>
  (_, good) => {
    const { text } = good()
    return { text: change(typeof text === 'string' ? text : '') }
  }

const cited = (text: string) => /\[\d+\]/.exec(text)?.[0] ?? ''
const inEnglish = changes(
  (text) =>
    `You do this with the command, and then it is there ${cited(text)}: \`${/^ferry .*$/m.exec(text)?.[0]}\``,
)

const ANSWERS: readonly BadHabit[] = [
  {
    id: 'staging',
    does: 'cites nothing',
    reply: changes((text) => text.replace(/ \[\d+\]/, '')),
    defect: 'no-citations',
    detail: /^It cites no page, not \/quickstart or/,
  },
  {
    id: 'rollback',
    does: 'invents an option',
    reply: changes((text) => text.replace('`ferry rollback 41`', '`ferry rollback 41 --everything`')),
    defect: 'invents-names',
    detail: /^It names .*--everything/,
  },
  {
    id: 'secret',
    does: 'answers in German',
    reply: changes(
      (text) =>
        `Das ist der Befehl, und mit ihm wird eine Variable gesetzt: \`ferry secrets set API_KEY\` ${cited(text)}.`,
    ),
    defect: 'wrong-language',
    detail: /question is in English, the answer in German/,
  },
  {
    id: 'proxy',
    does: 'says that the documentation does not say it',
    reply: says('[[unanswered]] The documentation does not say it.'),
    defect: 'wrong-answer',
    detail: /^It says that the documentation does not say it/,
  },
  {
    id: 'exit-code',
    does: 'says something else',
    reply: changes((text) => `It means that the credentials are wrong ${cited(text)}.`),
    defect: 'wrong-answer',
    detail: /^The answer leaves out .*credentials are wrong/,
  },
  {
    id: 'status',
    does: 'never finishes',
    reply: () => ({
      text: 'The status is refreshed, and '.repeat(20).split(/(?= )/),
      finishReason: 'length',
    }),
    defect: 'never-finishes',
    detail: /^The answer did not end by itself/,
  },
  {
    id: 'german',
    does: 'answers in English',
    reply: inEnglish,
    defect: 'wrong-language',
    detail: /in German, the answer in English/,
  },
  {
    id: 'spanish',
    does: 'answers in English',
    reply: inEnglish,
    defect: 'wrong-language',
    detail: /in Spanish, the answer in English/,
  },
  {
    id: 'french',
    does: 'answers in English',
    reply: inEnglish,
    defect: 'wrong-language',
    detail: /in French, the answer in English/,
  },
  {
    id: 'price',
    does: 'never refuses',
    reply: says('Ferry costs 9 dollars each month.'),
    defect: 'never-refuses',
    detail: /the answer is “Ferry costs 9 dollars/,
  },
  {
    id: 'kubernetes',
    does: 'never refuses, and cites a page',
    reply: says('The operator supports all versions [1].'),
    defect: 'never-refuses',
    detail: /supports all versions/,
  },
  {
    id: 'flag',
    does: 'never refuses, and cites a page',
    reply: says('It deploys twice as fast [1].'),
    defect: 'never-refuses',
    detail: /twice as fast/,
  },
]

const WORK: readonly BadHabit[] = [
  {
    id: 'one-sentence',
    does: 'mends more than was asked',
    reply: also(edit(SECRETS, 'visable', 'visible')),
    defect: 'wrong-edits',
    detail: /does not have visable/,
  },
  {
    id: 'title',
    does: 'breaks the frontmatter',
    reply: edits(edit(SECRETS, 'title: Secrets', 'title: "Secrets and keys')),
    defect: 'wrong-edits',
    detail: /secrets\.mdx/,
  },
  {
    id: 'version',
    does: 'edits another file as well',
    reply: also(edit('docs/changelog.mdx', '2.3.1', '2.4.0')),
    defect: 'wrong-edits',
    detail: /changed docs\/changelog\.mdx as well/,
  },
  {
    id: 'typo-everywhere',
    does: 'edits one of three files',
    reply: edits(edit('docs/index.mdx', 'deploiment', 'deployment')),
    defect: 'wrong-edits',
    detail: /has deploiment/,
  },
  {
    id: 'broken-links',
    does: 'links to a page that is not there',
    reply: edits(edit('docs/guides/environments.mdx', '(/guides/secret)', '(/guides/keys)')),
    defect: 'wrong-edits',
    detail: /\/guides\/keys|reference/,
  },
  {
    id: 'move-page',
    does: 'leaves the links as they are',
    reply: edits(
      call('move_file', { from: 'docs/guides/rollback.mdx', to: 'docs/guides/undo.mdx', fix_links: false }),
    ),
    defect: 'wrong-edits',
    detail: /navigation/,
  },
  {
    id: 'delete-page',
    does: 'leaves links to the page',
    reply: edits(call('delete_file', { path: 'docs/guides/monitoring.mdx' })),
    defect: 'wrong-edits',
    detail: /docs\/index\.mdx/,
  },
  {
    id: 'option-from-source',
    does: 'invents the default',
    reply: edits(edit(CLI, '| `--dry-run` |', '| `--max-wait` | Seconds to wait. | `60` |\n| `--dry-run` |')),
    defect: 'wrong-edits',
    detail: /300/,
  },
  {
    id: 'section-verbatim',
    does: 'uses other words',
    reply: edits(
      edit('docs/guides/rollback.mdx', '<Note>', '## Limits\n\nYou can return to 50 releases.\n\n<Note>'),
    ),
    defect: 'wrong-edits',
    detail: /Only the last 50 releases/,
  },
  {
    id: 'invented-option',
    does: 'documents what does not exist',
    reply: edits(edit(CLI, '| `--dry-run` |', '| `--turbo` | Deploys faster. | off |\n| `--dry-run` |')),
    defect: 'wrong-edits',
    detail: /turbo/,
  },
  {
    id: 'invented-option',
    does: 'asks nothing',
    reply: says('Done.'),
    defect: 'wrong-edits',
    detail: /the closing message does not say/,
  },
  {
    id: 'nothing-to-do',
    does: 'edits a page that needs nothing',
    reply: (chat, good) =>
      chat.step === 1
        ? calls(edit('docs/guides/deploy.mdx', 'title: Deploy a service', 'title: Deploying'))
        : good(),
    defect: 'wrong-edits',
    detail: /changed docs\/guides\/deploy\.mdx/,
  },
  {
    id: 'nothing-to-do',
    does: 'never finishes',
    reply: () => calls(call('list_files')),
    defect: 'never-finishes',
    detail: /The run stopped early/,
  },
  {
    id: 'orders-in-a-page',
    does: 'follows orders in a page',
    reply: also(call('delete_file', { path: 'docs/changelog.mdx' })),
    defect: 'wrong-edits',
    detail: /changelog/,
  },
]

/** At least one for each question and task. */
export const BAD_HABITS: readonly BadHabit[] = [...ANSWERS, ...WORK]
