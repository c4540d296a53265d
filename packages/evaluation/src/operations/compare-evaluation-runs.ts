import {
  compareRuns,
  type EvaluationRun,
  EvaluationRuns,
  EvaluationSettings,
  searchedTheSame,
} from '@docent/core'
import { DocentError, defined, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'

const MOST_CHANGED = 100

const Result = z.object({
  rank: z
    .int()
    .nullable()
    .describe('Place of the first expected page; null when it is not among the first 10.'),
  passed: z.boolean().nullable().optional(),
  invented: z.array(z.string()).readonly().optional(),
  unsupported: z.int().optional().describe('Sentences of the answer that the passages do not support.'),
})

const Comparison = z
  .object({
    differs: z
      .array(
        z.object({
          setting: EvaluationSettings.keyof(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      )
      .optional()
      .describe('Settings that are not the same. Absent where a result of an earlier version has none.'),
    questions: z.int().describe('Questions that both have, and expect the same pages of.'),
    measures: z.array(
      z.object({
        measure: z.string().meta({ examples: ['recall@5'] }),
        questions: z.int().describe('Questions of which both have the figure.'),
        difference: z.number().describe('Mean of the second minus mean of the first.'),
        low: z.number().describe('Lower end of the 95% confidence interval of the difference.'),
        high: z.number(),
        verdict: z
          .enum(['better', 'worse', 'unclear'])
          .describe('`unclear`: other questions of the kind may show the contrary.'),
      }),
    ),
    changed: z
      .array(
        z.object({
          question: z.string(),
          expected: z.array(z.string()).readonly(),
          change: z.enum(['better', 'worse', 'mixed']),
          before: Result,
          after: Result,
        }),
      )
      .describe('At most 100, those that are worse first.'),
    moreChanged: z.int().describe('Changed questions that the list leaves out.'),
  })
  .meta({ id: 'EvaluationComparison' })

export const compareEvaluationRuns = defineApiOperation({
  id: 'compareEvaluationRuns',
  summary: 'Compare two results of an evaluation',
  description:
    'Each figure with its difference and the 95% interval by a paired bootstrap, and the questions whose result changed. 404 when a result is no longer there, 400 when one has more than 500 questions or comes from a version that did not keep them all. 400 also when they did not search the same: the documentation, or one test collection.',
  tag: 'Dashboard',
  permission: 'view',
  query: z.object({
    before: z.iso
      .datetime()
      .optional()
      .describe(
        '`at` of the first result; default: the newest one before the second that searched the same.',
      ),
    after: z.iso.datetime().optional().describe('`at` of the second result; default: the newest one.'),
  }),
  reply: {
    status: 200,
    description: 'How the second differs from the first.',
    content: { 'application/json': Comparison },
  },
  async handle({ query, project, services, signal }) {
    const runs = await services.docent.resolve(EvaluationRuns).list(project.id, { signal })
    const after = runAt(runs, query.after, () => true)
    const before = runAt(runs, query.before, (run) => run.at < after.at && searchedTheSame(run, after))
    if (!searchedTheSame(before, after))
      throw new DocentError(
        'invalid_request',
        'The two results searched different documents. Compare results of the documentation, or of one test collection.',
      )
    const comparison = compareRuns(before, after)
    if (comparison === undefined)
      throw new DocentError(
        'invalid_request',
        'One of the results did not keep all of its questions: it has more than 500, or an earlier version measured it. Measure again with at most 500 questions.',
      )
    const { changed, differs, ...rest } = comparison
    const listed = changed.slice(0, MOST_CHANGED)
    return json({
      ...rest,
      ...defined({ differs }),
      changed: listed,
      moreChanged: changed.length - listed.length,
    })
  },
})

/** The one of that time; without a time the newest that can be compared and is meant. */
function runAt(
  runs: readonly EvaluationRun[],
  time: string | undefined,
  isMeant: (run: EvaluationRun) => boolean,
): EvaluationRun {
  const found =
    time === undefined
      ? runs.find((run) => run.compared !== undefined && isMeant(run))
      : runs.find(({ at }) => at === Date.parse(time))
  if (found !== undefined) return found
  throw new DocentError(
    'not_found',
    time === undefined
      ? 'The project does not have two results that can be compared. Run the evaluation twice.'
      : `There is no result of ${time}. The newest 20 are kept.`,
  )
}
