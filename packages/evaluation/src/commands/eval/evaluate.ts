import { basename } from 'node:path'
import { expectedLeft, projectNamed } from '@docent/command-line'
import {
  compareEvaluations,
  differentSettings,
  EvaluateCorpus,
  type EvaluationReport,
  EvaluationRuns,
  Models,
  PreviewEmbedding,
  type ProjectConfig,
  parseBeir,
  parseEvaluation,
  RunEvaluation,
  toProject,
} from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'
import { Clock, type Docent, DocentError, defineCommand, defined, type Project } from '@docent/core/plugin'
import { z } from 'zod'
import { ComparisonShape, DifferentSettingsShape, EmbeddingShape, EvaluationShape } from '../shapes.ts'
import { comparisonTable, differencesText, lossesOf, showComparison } from './comparison.ts'
import { embeddingText, ranksOf, showNotFirst } from './embedding-preview.ts'
import { belowThresholds, showEvaluations, THRESHOLDS, type Threshold } from './evaluation-report.ts'
import { evaluationTable } from './evaluation-table.ts'
import { generate } from './generate.ts'
import { EvaluationInput, readEarlier, readInput } from './read-input.ts'

export const evaluate = defineCommand({
  description: 'Measure how well Docent finds and answers questions',
  args: {
    questions: {
      type: 'positional',
      required: true,
      description:
        'JSON Lines of {question, page or pages, contains, refuses, filter}, or a folder in BEIR format',
    },
    project: { type: 'string', alias: 'p', description: 'ID of the project; default: the only one' },
    against: { type: 'string', description: 'Another docent.config.ts to compare with, on the same data' },
    baseline: { type: 'string', description: 'An earlier output of --json to compare with' },
    'fail-on-loss': {
      type: 'boolean',
      default: false,
      description: 'Fail if a figure is worse than the baseline with 95% confidence (with --baseline)',
    },
    answers: {
      type: 'boolean',
      default: false,
      description: 'Also answer the questions, and check the answers',
    },
    embedding: {
      type: 'string',
      valueHint: 'provider:model',
      description: 'Also count what an index with this embedding model would cost, without a call to it',
    },
    'min-recall': { type: 'string', description: 'Fail if recall@5 is lower, 0 to 1' },
    'min-mrr': { type: 'string', description: 'Fail if MRR is lower, 0 to 1' },
    'min-ndcg': { type: 'string', description: 'Fail if nDCG@10 is lower, 0 to 1' },
    'min-passed': {
      type: 'string',
      description: 'Fail if a smaller share of answers passes, 0 to 1 (with --answers)',
    },
    keep: {
      type: 'boolean',
      default: true,
      description: 'Show the result in the dashboard; --no-keep keeps it out',
    },
    split: {
      type: 'string',
      default: 'test',
      description: 'Qrels to use from a BEIR folder: test, dev, or train',
    },
    table: {
      type: 'boolean',
      default: false,
      description: 'Print every question as a row of a Markdown table',
    },
  },
  example: 'eval questions.jsonl --min-recall 0.9',
  json: z.object({
    evaluations: z.array(EvaluationShape),
    embedding: EmbeddingShape.exactOptional(),
    comparison: ComparisonShape.exactOptional(),
    differs: DifferentSettingsShape.exactOptional(),
    below: z.array(z.string()),
  }),
  exitCodes: {
    1: 'a figure is below its threshold or its baseline, or the command failed; standard error says why',
  },
  // A configuration that is only tried must not change a running server.
  syncProjects: false,
  input: {
    schema: EvaluationInput,
    async read(args) {
      readThresholds(args)
      if (args['min-passed'] !== undefined && !args.answers)
        throw new DocentError('invalid_request', '--min-passed: needs --answers.')
      if (args['fail-on-loss'] && args.baseline === undefined)
        throw new DocentError('invalid_request', '--fail-on-loss: needs --baseline.')
      if (args.against !== undefined && args.baseline !== undefined)
        throw new DocentError('invalid_request', '--against and --baseline cannot be compared with at once.')
      if (args.baseline !== undefined) await readEarlier(args.baseline)
      const input = await readInput(args.questions, args.split)
      if ('beir' in input && args.answers)
        throw new DocentError('invalid_request', '--answers: a test collection has no answers to check.')
      if ('beir' in input && args.embedding !== undefined)
        throw new DocentError('invalid_request', '--embedding: a test collection is searched by words only.')
      return input
    },
  },
  async work({ docent, projects, args, input, out, signal }) {
    const project = await projectOf(docent, projects, args.project)
    const preview =
      args.embedding === undefined
        ? undefined
        : await docent.resolve(PreviewEmbedding).preview(project, args.embedding, signal)
    const report = await measured(docent, project, input, { answers: args.answers, out, signal })
    if (args.keep) {
      const model = args.answers ? docent.resolve(Models).idFor(project, 'assistant') : undefined
      await docent.resolve(EvaluationRuns).keep(project.id, report, model, { signal })
    }
    return {
      evaluations: [{ name: 'this', report }],
      ...(preview && { embedding: { ...preview, questions: ranksOf(report) } }),
      below: belowThresholds(report, readThresholds(args)),
    }
  },
  async complete(result, args, { input, out, withConfiguration }) {
    const { evaluations, below } = result
    const own = evaluations[0]
    if (own !== undefined && args.baseline !== undefined) {
      const earlier = await readEarlier(args.baseline)
      const comparison = compareEvaluations(earlier, own.report)
      return {
        ...result,
        comparison,
        ...defined({ differs: differentSettings(earlier.settings, own.report.settings) }),
        below: [...below, ...(args['fail-on-loss'] ? lossesOf(comparison) : [])],
      }
    }
    if (own === undefined || args.against === undefined) return result
    // Another configuration has models and settings of its own: no running server has them.
    const report = await withConfiguration(args.against, async ({ docent, projects, signal }) =>
      measured(docent, await projectOf(docent, projects, args.project), input, {
        answers: args.answers,
        out,
        signal,
      }),
    )
    const comparison = compareEvaluations(own.report, report)
    return {
      ...result,
      evaluations: [...evaluations, { name: basename(args.against), report }],
      comparison,
      ...defined({ differs: differentSettings(own.report.settings, report.settings) }),
    }
  },
  show({ evaluations, embedding, comparison, differs, below }, out, args) {
    const [own, second] = evaluations
    const [before, after] = second === undefined ? ['the baseline', 'now'] : ['this', second.name]
    if (args.table) {
      if (comparison) out.line(`${comparisonTable(comparison, before, after)}\n`)
      if (differs) out.line(`${differencesText(differs)}\n`)
      out.line(evaluationTable(evaluations))
      if (embedding) out.line(`\n${embeddingText(embedding)}`)
    } else {
      showEvaluations(evaluations, out)
      if (comparison) showComparison(comparison, before, after, out)
      if (differs) out.line(differencesText(differs))
      if (embedding) out.line(`\n${embeddingText(embedding)}`)
      if (embedding && own) showNotFirst(own.report, out)
    }
    for (const line of below) out.error(`Error: ${line}.`)
  },
  commands: { generate },
  exitCode: ({ below }) => (below.length > 0 ? 1 : 0),
})

async function measured(
  docent: Docent,
  project: Project,
  input: EvaluationInput,
  { answers, out, signal }: { answers: boolean; out: CommandOutput; signal: AbortSignal },
): Promise<EvaluationReport> {
  const clock = docent.resolve(Clock)
  const began = clock.now()
  const onProgress = (step: string, done: number, total: number) =>
    out.progress({
      label: `${project.id}: ${step}`,
      done,
      total,
      msLeft: expectedLeft(done, total, clock.now() - began),
    })
  const report =
    'beir' in input
      ? await docent
          .resolve(EvaluateCorpus)
          .run(project, parseBeir(input.beir), { name: input.name, signal, onProgress })
      : await docent.resolve(RunEvaluation).run(project, parseEvaluation(input.questions), {
          answers,
          signal,
          onProgress: (done, total) => onProgress(answers ? 'answering' : 'searching', done, total),
        })
  out.progress(null)
  return report
}

/** As the configuration has it; else as the store has it. */
async function projectOf(
  docent: Docent,
  projects: readonly ProjectConfig[],
  name: string | undefined,
): Promise<Project> {
  const found =
    name === undefined
      ? projects.length === 1
        ? projects[0]
        : undefined
      : projects.find(({ id, domain }) => id === name || domain === name)
  return found ? toProject(found, 'config', 0) : projectNamed(docent, name)
}

function readThresholds(args: Readonly<Record<string, unknown>>): Threshold[] {
  return THRESHOLDS.flatMap(({ option, ...threshold }) => {
    const text = args[option]
    if (typeof text !== 'string') return []
    const min = text.trim() === '' ? Number.NaN : Number(text)
    if (min >= 0 && min <= 1) return [{ option, ...threshold, min }]
    throw new DocentError('invalid_request', `--${option}: "${text}" is not a number from 0 to 1.`)
  })
}
