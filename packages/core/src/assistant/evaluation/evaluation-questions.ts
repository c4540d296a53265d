import { defined } from '@docent/content'
import { z } from 'zod'
import { DocentError } from '../../errors/docent-error.ts'
import { parseJson } from './parse-json.ts'

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])
const asList = (value: string | string[] | undefined) =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

/** How a question came about; those that people wrote have none. */
export const QUESTION_ORIGINS = ['link', 'heading', 'option', 'model', 'conversation'] as const
export type QuestionOrigin = (typeof QUESTION_ORIGINS)[number]

const Line = z
  .strictObject({
    question: z.string().trim().min(1).max(1_000),
    page: texts.optional(),
    pages: texts.optional(),
    contains: texts.optional(),
    refuses: z.boolean().optional(),
    ignore: texts.optional(),
    quote: z.string().min(1).optional(),
    origin: z.enum(QUESTION_ORIGINS).optional(),
    filter: z
      .strictObject({
        version: z.string().min(1).optional(),
        language: z.string().min(1).optional(),
        tag: z.string().min(1).optional(),
        groups: z.array(z.string().min(1)).optional(),
      })
      .optional(),
  })
  .refine(({ page, pages, contains, refuses }) => (page ?? pages ?? contains ?? refuses) !== undefined, {
    error: 'must have page, pages, contains or refuses: without one there is nothing to check',
  })

/** A question, and what is expected of its search and its answer. */
export interface EvaluationQuestion {
  question: string
  /** Paths of the pages that answer it. */
  pages: string[]
  contains: string[]
  refuses?: boolean
  /** Paths of pages that count neither as found nor as missed, such as the one that the question was taken from. */
  ignore?: string[]
  /** Words of a page that answer it, for people. */
  quote?: string
  origin?: QuestionOrigin
  filter?: {
    version?: string | undefined
    language?: string | undefined
    tag?: string | undefined
    groups?: string[] | undefined
  }
}

/**
 * Reads the questions of an evaluation: JSON Lines, empty lines and lines that begin with `#` aside.
 *
 * @example
 * parseEvaluation('{"question":"How do I revoke a key?","page":"/guides/keys","contains":"docent keys revoke"}')
 * @throws DocentError `invalid_request` that names every wrong line.
 */
export function parseEvaluation(text: string): EvaluationQuestion[] {
  const questions: EvaluationQuestion[] = []
  const issues: { path: string; message: string }[] = []
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '' || line.trimStart().startsWith('#')) return
    const parsed = Line.safeParse(parseJson(line))
    if (parsed.success) questions.push(asQuestion(parsed.data))
    else {
      const [issue] = parsed.error.issues
      const field = issue?.path.join('.') ?? ''
      const message = `${field === '' ? '' : `${field}: `}${issue?.message ?? 'is wrong'}`
      issues.push({ path: `line ${index + 1}`, message })
    }
  })
  if (issues.length === 0 && questions.length > 0) return questions
  if (issues.length === 0) issues.push({ path: 'line 1', message: 'there is no question' })
  const list = issues.slice(0, 10).map(({ path, message }) => `${path}: ${message}`)
  throw new DocentError('invalid_request', `The questions are wrong: ${list.join('; ')}`, { issues })
}

function asQuestion(line: z.output<typeof Line>): EvaluationQuestion {
  const { question, page, pages, contains, refuses, ignore, quote, origin, filter } = line
  return {
    question,
    pages: [...asList(page), ...asList(pages)],
    contains: asList(contains),
    ...defined({ refuses, ignore: ignore === undefined ? undefined : asList(ignore), quote, origin, filter }),
  }
}
