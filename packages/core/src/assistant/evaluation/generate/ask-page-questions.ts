import type { Page } from '@docent/content'
import { z } from 'zod'
import type { AssistantSettings } from '../../../domain/settings-schemas.ts'
import type { ModelMessage } from '../../../ports/job-store.ts'
import type { ResolvedModel } from '../../../ports/model-provider.ts'
import { defaultBackoff } from '../../../turn/backoff.ts'
import { runStep } from '../../../turn/run-step.ts'
import { TurnBudget } from '../../../turn/turn-budget.ts'
import type { TurnSpend } from '../../../turn/turn-spend.ts'
import type { EvaluationQuestion } from '../evaluation-questions.ts'
import { parseJson } from '../parse-json.ts'

export interface AskedQuestions {
  questions: EvaluationQuestion[]
  /** Questions of the model whose quote is not on the page, or that repeat it. */
  refused: number
}

/** Questions that a model is asked for about one page. */
const A_PAGE = 3
const MOST_CHARACTERS = 12_000
const OUTPUT_TOKENS = 1_000
const LEAST_QUOTE_WORDS = 3
const LONGEST_QUOTE = 400

const Asked = z.object({
  question: z.string().trim().min(8).max(300),
  quote: z.string().trim().min(1).max(LONGEST_QUOTE),
})

/**
 * Lets a model ask what a page answers, with the words of the page that do. A quote that the page does not have makes
 * the question worthless: it is left out.
 *
 * @throws DocentError `model_failed`, `timeout`; the reason of the signal
 */
export async function askPageQuestions(
  page: Page,
  model: ResolvedModel,
  settings: AssistantSettings,
  spend: TurnSpend | undefined,
  signal: AbortSignal,
): Promise<AskedQuestions> {
  const {
    maxAnswerMs: maxMs,
    maxTokens,
    maxCostUsd,
    maxOutputBytes,
    firstPartMs,
    idlePartMs,
    maxAttempts,
  } = settings
  const maxOutputTokens = Math.min(OUTPUT_TOKENS, settings.maxOutputTokens, model.outputTokens)
  const budget = new TurnBudget(
    {
      maxSteps: 1,
      endsWithAnswer: true,
      maxOutputTokens,
      maxTextTokens: maxOutputTokens,
      maxTokens,
      maxCostUsd,
      maxToolCalls: 0,
      maxOutputBytes,
      maxMs,
    },
    { price: model.price },
  )
  const outcome = await runStep(
    {
      model: model.model,
      prompt: promptFor(page, Math.min(MOST_CHARACTERS, (model.contextTokens - maxOutputTokens) * 2)),
      tools: [],
      budget,
      spend,
      signal,
      firstPartMs,
      idlePartMs,
      maxAttempts,
      restartable: true,
      backoff: defaultBackoff,
    },
    () => undefined,
  )
  return readQuestions(outcome.text, page)
}

function promptFor(page: Page, characters: number): ModelMessage[] {
  return [
    {
      role: 'system',
      content: `You write questions that test a search of a documentation. Ask what a reader who does not know the page would ask, in the page's language and in other words than the page's. Reply with ${A_PAGE} lines and nothing else. Each line is one JSON object: {"question": "…", "quote": "…"}. The quote is one sentence or line, copied from the page letter by letter, that answers the question.`,
    },
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: `<page title=${JSON.stringify(page.title)}>\n${page.content.slice(0, characters)}\n</page>`,
        },
      ],
    },
  ]
}

function readQuestions(reply: string, page: Page): AskedQuestions {
  const questions: EvaluationQuestion[] = []
  let refused = 0
  for (const line of reply.split('\n')) {
    const begin = line.indexOf('{')
    if (begin === -1 || questions.length === A_PAGE) continue
    const asked = Asked.safeParse(parseJson(line.slice(begin, line.lastIndexOf('}') + 1)))
    if (asked.success && isProved(asked.data, page)) {
      const { question, quote } = asked.data
      questions.push({ question, quote, pages: [page.path], contains: [], origin: 'model' })
    } else refused++
  }
  return { questions, refused }
}

/** Spaces and line breaks mean nothing, letters do. */
function isProved({ question, quote }: z.output<typeof Asked>, page: Page): boolean {
  const said = oneLine(quote)
  if (said.split(' ').length < LEAST_QUOTE_WORDS) return false
  return oneLine(page.content).includes(said) && !oneLine(question).toLowerCase().includes(said.toLowerCase())
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
