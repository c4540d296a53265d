import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { OfflineModel } from '../src/offline-model.ts'
import { terms } from '../src/text/terms.ts'
import { HANDBOOK, type HandbookPassage } from './handbook.ts'
import { runTurn, type Tools } from './run-turn.ts'

export const SYSTEM =
  'You are the documentation assistant of "Lantern". You answer questions from its documentation.'

/** A stand-in for the retriever: most shared words first. */
export function retrieve(query: string, limit = 5): HandbookPassage[] {
  const wanted = new Set(terms(query))
  const score = ({ headings, content }: HandbookPassage) =>
    terms(`${headings.join(' ').repeat(2)} ${content}`).filter((term) => wanted.has(term)).length
  return [...HANDBOOK].sort((a, b) => score(b) - score(a)).slice(0, limit)
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('>', '&gt;')

export function asked(
  question: string,
  passages: readonly HandbookPassage[],
  context = '',
): LanguageModelV4Message {
  const lines = passages.map(
    ({ path, title, headings, content }, index) =>
      `<passage number="${index + 1}" path="${path}" title="${attribute(title)}" headings="${attribute(headings.join(' > '))}" url="https://lantern.example${path}">\n${content}\n</passage>`,
  )
  const around = context === '' ? '' : `<context>\n${context}\n</context>\n\n`
  const text = `Passages:\n<passages>\n${lines.join('\n')}\n</passages>\n\n${around}<question>\n${question}\n</question>`
  return { role: 'user', content: [{ type: 'text', text }] }
}

const search: Tools = {
  search: ({ query }) => ({
    type: 'search',
    results: retrieve(String(query)).map(({ path, title, headings, content }) => ({
      path,
      url: `https://lantern.example${path}`,
      content,
      metadata: {
        title,
        headings,
        number: 10 + HANDBOOK.findIndex((each) => each.content === content),
        score: 1,
      },
    })),
  }),
  read_page: () => 'Nothing.',
}

/** One question to the offline model with passages in its prompt, by default those that `retrieve` finds. */
export async function ask(
  question: string,
  {
    passages = retrieve(question),
    history = [],
    tools = search,
    context = '',
    system = SYSTEM,
  }: {
    passages?: readonly HandbookPassage[]
    history?: LanguageModelV4Message[]
    tools?: Tools
    context?: string
    system?: string
  } = {},
) {
  const prompt: LanguageModelV4Message[] = [
    { role: 'system', content: system },
    ...history,
    asked(question, passages, context),
  ]
  return runTurn(() => new OfflineModel('docent', { deltaDelayMs: 0 }), prompt, tools)
}
