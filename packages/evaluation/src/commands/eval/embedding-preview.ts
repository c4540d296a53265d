import type { EvaluatedQuestion, EvaluationReport } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'
import type { z } from 'zod'
import type { EmbeddingShape } from '../shapes.ts'
import { MAX_LISTED, shortQuestion } from './evaluation-report.ts'

type Embedding = z.output<typeof EmbeddingShape>

/** How many questions have their page first, further down, and not among the results. */
export function ranksOf({ questions }: EvaluationReport): Embedding['questions'] {
  const ranks = withPages(questions).map(({ rank }) => rank)
  return {
    first: ranks.filter((rank) => rank === 1).length,
    later: ranks.filter((rank) => rank !== null && rank > 1).length,
    missing: ranks.filter((rank) => rank === null).length,
  }
}

/** What an index with the model would send to it, and where the pages of the questions are without it. */
export function embeddingText({ model, passages, tokens, requests, costUsd, questions }: Embedding): string {
  const { first, later, missing } = questions
  const of = first + later + missing
  return [
    `Embedding with ${model}: passages ${passages}, requests ${requests}, tokens about ${tokens}, cost ${costText(costUsd)}. Counted without a call.`,
    `Page first now: ${first} of ${of}. At rank 2 to 10: ${later} of ${of}. Not among the first 10: ${missing} of ${of}.`,
  ].join('\n')
}

function costText(costUsd: number | null): string {
  if (costUsd === null) return 'not known'
  return costUsd > 0 && costUsd < 0.01 ? 'less than $0.01' : `about $${costUsd.toFixed(2)}`
}

/** The questions that an embedding can make better. */
export function showNotFirst({ questions }: EvaluationReport, out: CommandOutput): void {
  const rows = withPages(questions)
    .filter(({ rank }) => rank !== 1)
    .map(({ question, expected, rank }) => [
      shortQuestion(question),
      expected.join(' '),
      rank === null ? '-' : String(rank),
    ])
  if (rows.length === 0) return
  out.line('')
  out.table(['NOT FIRST', 'EXPECTED', 'RANK'], rows.slice(0, MAX_LISTED))
  if (rows.length > MAX_LISTED) out.line(`… and ${rows.length - MAX_LISTED} more; to see all, use --json.`)
}

function withPages(questions: readonly EvaluatedQuestion[]): EvaluatedQuestion[] {
  return questions.filter(({ expected }) => expected.length > 0)
}
