import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import {
  type Docent,
  DocentError,
  type EvaluationQuestion,
  type EvaluationReport,
  type Project,
  parseEvaluation,
  RunEvaluation,
  toProject,
} from '@docent/core'
import { defineCommand } from 'citty'
import type { DocentConfig } from '../config/docent-config.ts'
import {
  belowThresholds,
  type Evaluation,
  printEvaluations,
  THRESHOLDS,
  type Threshold,
} from './evaluation-report.ts'
import { evaluationTable } from './evaluation-table.ts'
import { projectNamed } from './find-project.ts'
import { printJson } from './output.ts'
import { type CommandOptions, withDocent } from './with-docent.ts'

export const command = defineCommand({
  meta: { name: 'eval', description: 'Measure how well questions are searched for and answered' },
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
    json: { type: 'boolean', default: false, description: 'Print JSON' },
  },
  async run({ args }) {
    const questions = parseEvaluation(await read(args.questions))
    const thresholds = readThresholds(args)
    if (args['min-passed'] !== undefined && !args.answers)
      throw new DocentError('invalid_request', '--min-passed: needs --answers.')
    const options = { project: args.project, answers: args.answers }
    const evaluations = [{ name: 'this', report: await evaluate(questions, options, {}) }]
    if (args.against !== undefined) {
      const configFile = resolve(args.against)
      const report = await evaluate(questions, options, { configFile })
      evaluations.push({ name: basename(args.against), report })
    }
    const below = belowThresholds((evaluations[0] as { report: EvaluationReport }).report, thresholds)
    if (args.json) printJson({ evaluations, below })
    else if (args.table) printTable(evaluations, below)
    else printEvaluations(evaluations, below)
    if (below.length > 0) process.exitCode = 1
  },
})

/** Writes nothing to the projects of the store: a configuration that is only tried must not change a running server. */
function evaluate(
  questions: readonly EvaluationQuestion[],
  { project: name, answers }: { project: string | undefined; answers: boolean },
  options: CommandOptions,
): Promise<EvaluationReport> {
  return withDocent(
    async (docent, signal, config) => {
      const project = await projectOf(docent, config, name)
      const onProgress = process.stderr.isTTY ? showProgress : undefined
      return docent
        .resolve(RunEvaluation)
        .run(project, questions, { answers, signal, ...(onProgress ? { onProgress } : {}) })
    },
    { ...options, syncProjects: false },
  )
}

/** As the configuration has it; else as the store has it. */
async function projectOf(docent: Docent, config: DocentConfig, name: string | undefined): Promise<Project> {
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

function printTable(evaluations: readonly Evaluation[], below: readonly string[]): void {
  console.log(evaluationTable(evaluations))
  for (const line of below) console.error(`Error: ${line}.`)
}

function showProgress(done: number, of: number): void {
  process.stderr.write(done === of ? '\r\u001b[K' : `\r\u001b[K${done}/${of}`)
}
