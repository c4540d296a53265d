import {
  CheckModel,
  EvaluationRuns,
  EvaluationSet,
  ModelChecks,
  Models,
  RunEvaluation,
  SpendCaps,
} from '@docent/core'
import { type Docent, defined, type Project } from '@docent/core/plugin'
import { modelTasks } from '../model-check/model-tasks.ts'
import type { MeasurementRequest } from './measurement.ts'

/** As `docent models check` has it by default. */
const MOST_CONTEXT = 32_768
const MINUTE_MS = 60_000

type OnProgress = (step: string, done: number, of: number) => void
type Requested<Kind extends MeasurementRequest['kind']> = Extract<MeasurementRequest, { kind: Kind }>

/** Measures, and keeps the result where the dashboard shows it. */
export async function runMeasurement(
  docent: Docent,
  project: Project,
  request: MeasurementRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: OnProgress },
): Promise<void> {
  if (request.kind === 'evaluation') await evaluated(docent, project, request, signal, onProgress)
  else await checked(docent, project, request, signal, onProgress)
}

async function evaluated(
  docent: Docent,
  project: Project,
  { answers, model }: Requested<'evaluation'>,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<void> {
  const questions = await docent.resolve(EvaluationSet).list(project.id, { signal })
  const measured =
    model === undefined ? project : { ...project, models: { ...project.models, assistant: model } }
  const step = answers ? 'answers' : 'search'
  onProgress(step, 0, questions.length)
  const report = await docent.resolve(RunEvaluation).run(measured, questions, {
    answers,
    signal,
    onProgress: (done, of) => onProgress(step, done, of),
  })
  const answeredBy = answers ? docent.resolve(Models).idFor(measured, 'assistant') : undefined
  await docent.resolve(EvaluationRuns).keep(project.id, report, answeredBy, { signal })
}

async function checked(
  docent: Docent,
  project: Project,
  { model, tasks, maxMinutes, maxCost }: Requested<'model-check'>,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<void> {
  const resolved = docent.resolve(Models).resolve(model)
  const spend = await docent.resolve(SpendCaps).open({ project }, resolved, { signal })
  const card = await docent.resolve(CheckModel).check(model, {
    signal,
    mostContext: MOST_CONTEXT,
    mostMs: maxMinutes * MINUTE_MS,
    ...defined({ mostCost: maxCost, spend }),
    ...(tasks.length > 0 ? { tasks: modelTasks(docent, { model, areas: tasks, signal }) } : {}),
    onProgress,
  })
  await docent.resolve(ModelChecks).keep(project.id, card, { signal })
}
