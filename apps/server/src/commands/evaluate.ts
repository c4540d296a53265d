import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import {
  Clock,
  type Docent,
  DocentError,
  type EvaluationReport,
  type Project,
  parseEvaluation,
  RunEvaluation,
  toProject,
} from '@docent/core'
import { z } from 'zod'
import type { CommandOutput } from '../command-line/command-output.ts'
import { interruptible } from '../command-line/interruptible.ts'
import { expectedLeft } from '../command-line/terminal/progress-text.ts'
import { type CommandConfig, defineAction } from '../command-line/tree/define-command.ts'
import { withDocent } from '../command-line/with-docent.ts'
import { loadConfigFile } from '../config/load-config.ts'
import { belowThresholds, showEvaluations, THRESHOLDS, type Threshold } from './evaluation-report.ts'
import { evaluationTable } from './evaluation-table.ts'
import { projectNamed } from './find-project.ts'
import { EvaluationShape } from './shapes/evaluation.ts'

export const command = defineAction({
  description: 'Measure how well questions are searched for and answered',
  args: {
    questions: {
      type: 'positional',
      required: true,
      description: 'JSON Lines of {question, page or pages, contains, refuses, filter}',
    },
    project: { type: 'string', alias: 'p', description: 'Id of the project; default: the only one' },
    against: { type: 'string', description: 'Another docent.config.ts to compare with, over the same data' },
    answers: { type: 'boolean', default: false, description: 'Also answer the questions, and check that' },
    'min-recall': { type: 'string', description: 'Fail when recall@5 is below, 0 to 1' },
    'min-mrr': { type: 'string', description: 'Fail when MRR is below, 0 to 1' },
    'min-ndcg': { type: 'string', description: 'Fail when nDCG@10 is below, 0 to 1' },
    'min-passed': { type: 'string', description: 'Fail when fewer answers pass, 0 to 1 (with --answers)' },
    table: { type: 'boolean', default: false, description: 'Print every question as a Markdown table' },
  },
  example: 'eval questions.jsonl --min-recall 0.9',
  json: z.object({ evaluations: z.array(EvaluationShape), below: z.array(z.string()) }),
  exitCodes: { 1: 'a figure is below its threshold, or the command failed; standard error says why' },
  // A configuration that is only tried must not change a running server.
  syncProjects: false,
  input: {
    schema: z.string(),
    async read(args) {
      readThresholds(args)
      if (args['min-passed'] !== undefined && !args.answers)
        throw new DocentError('invalid_request', '--min-passed: needs --answers.')
      const text = await read(args.questions)
      parseEvaluation(text)
      return text
    },
  },
  async work({ docent, config, args, input, out, signal }) {
    const project = await projectOf(docent, config, args.project)
    const report = await evaluate(docent, project, input, { answers: args.answers, out, signal })
    return { evaluations: [{ name: 'this', report }], below: belowThresholds(report, readThresholds(args)) }
  },
  async complete({ evaluations, below }, args, { input, out }) {
    if (args.against === undefined) return { evaluations, below }
    // Another configuration has models and settings of its own: no running server has them.
    const config = await loadConfigFile(resolve(args.against))
    const report = await interruptible((signal) =>
      withDocent(
        async (docent) =>
          evaluate(docent, await projectOf(docent, config, args.project), input, {
            answers: args.answers,
            out,
            signal,
          }),
        { config, syncProjects: false },
      ),
    )
    return { evaluations: [...evaluations, { name: basename(args.against), report }], below }
  },
  show({ evaluations, below }, out, args) {
    if (args.table) out.line(evaluationTable(evaluations))
    else showEvaluations(evaluations, out)
    for (const line of below) out.error(`Error: ${line}.`)
  },
  exitCode: ({ below }) => (below.length > 0 ? 1 : 0),
})

async function evaluate(
  docent: Docent,
  project: Project,
  questions: string,
  { answers, out, signal }: { answers: boolean; out: CommandOutput; signal: AbortSignal },
): Promise<EvaluationReport> {
  const clock = docent.resolve(Clock)
  const began = clock.now()
  const onProgress = (done: number, total: number) =>
    out.progress({
      label: `${project.id}: ${answers ? 'answering' : 'searching'}`,
      done,
      total,
      msLeft: expectedLeft(done, total, clock.now() - began),
    })
  const report = await docent
    .resolve(RunEvaluation)
    .run(project, parseEvaluation(questions), { answers, signal, onProgress })
  out.progress(null)
  return report
}

/** As the configuration has it; else as the store has it. */
async function projectOf(docent: Docent, config: CommandConfig, name: string | undefined): Promise<Project> {
  const { projects } = config
  const found =
    name === undefined
      ? projects.length === 1
        ? projects[0]
        : undefined
      : projects.find(({ id, domain }) => id === name || domain === name)
  return found ? toProject(found, 'config', 0) : projectNamed(docent, name)
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new DocentError('invalid_request', `${file} cannot be read.`, { cause: error })
  }
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
