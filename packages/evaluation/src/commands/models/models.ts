import { expectedLeft, projectNamed } from '@docent/command-line'
import { CheckModel, ModelCard, ModelChecks, Models } from '@docent/core'
import { Clock, type CommandGroup, DocentError, defineCommand, defined } from '@docent/core/plugin'
import { modelTasks, TASK_AREAS, type TaskArea } from '../../model-check/model-tasks.ts'
import { showCard } from './model-card-report.ts'

const SMALLEST_CONTEXT = 2_048

const check = defineCommand({
  description: 'Find out whether a model is good enough and which settings it needs',
  args: {
    model: { type: 'positional', required: true, description: 'The model, as provider:model' },
    project: {
      type: 'string',
      alias: 'p',
      description: 'ID of the project whose dashboard shows the card; default: the only one',
    },
    tasks: {
      type: 'string',
      default: 'answers,agent',
      description: 'Tasks to run after the protocol checks: answers, agent, or none, separated by commas',
    },
    'max-context': {
      type: 'string',
      default: '32768',
      description: 'Largest prompt to try, in tokens; larger prompts take more time and cost more',
    },
    'max-minutes': {
      type: 'string',
      default: '30',
      description: 'Minutes after which no further check starts',
    },
    'max-cost': {
      type: 'string',
      description: 'US dollars after which no further check starts; needs a model with a known price',
    },
    keep: {
      type: 'boolean',
      default: true,
      description: 'Show the card in the dashboard; --no-keep keeps it out',
    },
  },
  example: 'models check ollama:qwen3',
  json: ModelCard,
  exitCodes: { 1: 'the model is not good enough for the assistant or the agent, or the command failed' },
  async work({ docent, args, out, signal }) {
    const mostContext = contextOf(args['max-context'])
    const areas = areasOf(args.tasks)
    const mostMs = minutesOf(args['max-minutes']) * 60_000
    const mostCost = costOf(args['max-cost'])
    docent.resolve(Models).resolve(args.model)
    const project = args.keep ? await projectNamed(docent, args.project) : undefined
    const clock = docent.resolve(Clock)
    const began = clock.now()
    const card = await docent.resolve(CheckModel).check(args.model, {
      signal,
      mostContext,
      mostMs,
      ...defined({ mostCost }),
      ...(areas.length > 0 ? { tasks: modelTasks(docent, { model: args.model, areas, signal }) } : {}),
      onProgress: (area, done, total) =>
        out.progress({
          label: `${args.model}: ${area}`,
          done,
          total,
          msLeft: expectedLeft(done, total, clock.now() - began),
        }),
    })
    out.progress(null)
    if (project) await docent.resolve(ModelChecks).keep(project.id, card, { signal })
    return card
  },
  show: showCard,
  exitCode: ({ fitness }) => (Object.values(fitness).includes('unfit') ? 1 : 0),
})

export const models: CommandGroup = { description: 'Check models', commands: { check } }

function areasOf(text: string): TaskArea[] {
  if (text === 'none') return []
  return text.split(',').map((name) => {
    const area = TASK_AREAS.find((each) => each === name.trim())
    if (area) return area
    throw new DocentError('invalid_request', `--tasks: "${name}" is not answers, agent or none.`)
  })
}

function contextOf(text: string): number {
  const tokens = Number(text)
  if (Number.isInteger(tokens) && tokens >= SMALLEST_CONTEXT) return tokens
  throw new DocentError(
    'invalid_request',
    `--max-context: "${text}" is not a whole number of at least ${SMALLEST_CONTEXT}.`,
  )
}

function minutesOf(text: string): number {
  const minutes = Number(text)
  if (minutes > 0 && minutes <= 1_440) return minutes
  throw new DocentError('invalid_request', `--max-minutes: "${text}" is not a number above 0, at most 1440.`)
}

function costOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const dollars = Number(text)
  if (dollars > 0) return dollars
  throw new DocentError('invalid_request', `--max-cost: "${text}" is not a number of US dollars above 0.`)
}
