import {
  AnswerQuestion,
  CreateJob,
  cancelJob,
  GitHosts,
  type ModelCheck,
  type ModelDefect,
  type ModelTasks,
  skippedCheck,
  threadId,
  Worker,
} from '@docent/core'
import {
  Clock,
  type Docent,
  DocentError,
  type Job,
  type JobEvent,
  JobStore,
  type Project,
  ThreadStore,
  Workspaces,
} from '@docent/core/plugin'
import { CHECK_QUESTIONS, type CheckQuestion, judgeAnswer } from './answer-questions.ts'
import { type AddSite, MOST_RUN_MS, withCheckDocent } from './check-docent.ts'
import type { AgentTask } from './tasks/agent-task.ts'
import { failuresOf } from './tasks/checks.ts'
import { filesOf, SITE } from './tasks/fixture-site.ts'
import { CHECK_TASKS } from './tasks/tasks.ts'

export const TASK_AREAS = ['answers', 'agent'] as const
export type TaskArea = (typeof TASK_AREAS)[number]

interface TaskRun {
  /** `provider:model` */
  model: string
  areas: readonly TaskArea[]
  /** Ids of questions and tasks; default: all. */
  only?: readonly string[]
  /** Longest wait for the end of a job, ms. Default: a minute more than its run may take. */
  mostJobMs?: number
  signal: AbortSignal
}

/** The answers and the jobs that qualify a model, on a small site with its repository. */
export function modelTasks(
  origin: Docent,
  { model, areas, only, mostJobMs = MOST_RUN_MS + 60_000, signal }: TaskRun,
): ModelTasks {
  const isRun = ({ id }: { id: string }) => only?.includes(id) ?? true
  const questions = areas.includes('answers') ? CHECK_QUESTIONS.filter(isRun) : []
  const tasks = areas.includes('agent') ? CHECK_TASKS.filter(isRun) : []
  return {
    count: questions.length + tasks.length,
    run: ({ onDone, over, meter }) =>
      withCheckDocent(origin, meter, async (docent, addSite) => {
        if (questions.length > 0) {
          const files = new Map(Object.entries(SITE))
          const project = await addSite({ id: 'answers', files, model, signal })
          for (const question of questions) {
            const why = over()
            if (why !== undefined) onDone(skippedCheck('answers', question, why))
            else onDone(await answered(docent, project, question, signal))
          }
        }
        if (tasks.length === 0) return
        const worker = docent.resolve(Worker)
        worker.start()
        try {
          for (const task of tasks) {
            const why = over()
            const { id } = task
            if (why !== undefined) onDone(skippedCheck('agent', { id, title: titleOf(task) }, why))
            else onDone(await worked(docent, addSite, task, { model, mostJobMs, signal }))
          }
        } finally {
          await worker.stop(AbortSignal.timeout(10_000))
        }
      }),
  }
}

function titleOf({ prompt }: AgentTask): string {
  return `Does “${prompt.length > 90 ? `${prompt.slice(0, 89)}…` : prompt}”`
}

async function answered(
  docent: Docent,
  project: Project,
  expected: CheckQuestion,
  signal: AbortSignal,
): Promise<ModelCheck> {
  const threads = docent.resolve(ThreadStore)
  const answer = await docent.resolve(AnswerQuestion).answer(
    {
      project,
      fp: 'model-check',
      question: expected.question,
      clientHistory: [],
      regenerate: false,
      retrievalPageSize: 5,
      context: [],
    },
    signal,
  )
  let failure: Pick<ModelCheck, 'detail' | 'defects'> | undefined
  await answer.stream((part) => {
    if (part.type === 'error') failure = failureOf(part)
    if (part.type === 'finish' && !FINISHED.includes(part.finishReason)) failure = UNFINISHED
    return undefined
  })
  const [turn] = await threads.turns(threadId(answer.threadId), 1, { signal })
  const names = turn?.grounding?.names ?? []
  const verdict = judgeAnswer(expected, {
    text: turn?.answer ?? '',
    cited: (turn?.sources ?? []).map(({ path }) => path),
    isUnanswered: turn?.outcome === 'unanswered',
    invented: names.filter(({ verdict }) => verdict === 'invented').map(({ text }) => text),
  })
  const check = {
    id: expected.id,
    area: 'answers' as const,
    title: expected.title,
    ms: turn?.totalMs ?? 0,
    inputTokens: turn?.inputTokens ?? 0,
    outputTokens: turn?.outputTokens ?? 0,
  }
  if (failure !== undefined) return { ...check, outcome: 'failed', ...failure }
  if (verdict.defects.length === 0) return { ...check, outcome: 'passed' }
  return { ...check, outcome: 'failed', detail: verdict.details.join(' '), defects: verdict.defects }
}

const FINISHED: readonly string[] = ['stop', 'content-filter']
const UNFINISHED = {
  detail: 'The answer did not end by itself: it was cut at a limit of the assistant.',
  defects: ['never-finishes'],
} satisfies Pick<ModelCheck, 'detail' | 'defects'>

function failureOf({
  message,
  cause,
}: {
  message: string
  cause?: unknown
}): Pick<ModelCheck, 'detail' | 'defects'> {
  const detail = cause instanceof Error ? cause.message : message
  return { detail, defects: [DocentError.is(cause, 'timeout') ? 'never-finishes' : 'unreachable'] }
}

async function worked(
  docent: Docent,
  addSite: AddSite,
  task: AgentTask,
  { model, mostJobMs, signal }: Required<Pick<TaskRun, 'model' | 'mostJobMs' | 'signal'>>,
): Promise<ModelCheck> {
  const before = filesOf(task)
  const project = await addSite({ id: task.id, files: before, model, signal })
  const jobs = docent.resolve(JobStore)
  const began = performance.now()
  const messages = [{ role: 'user' as const, content: task.prompt }]
  const { id } = await docent.resolve(CreateJob).create({ project, apiVersion: 'v2', messages }, { signal })
  const end = await endOf(jobs, id, mostJobMs, signal)
  const job = await jobs.get(id, { signal })
  if (!job) throw new DocentError('internal', `The job of the task ${task.id} is gone.`)
  if (end === undefined) await cancelled(docent, project, job, signal)
  const steps = await jobs.steps(id, { signal })
  const after = job.pullRequest ? await filesAfter(docent, project, job, before, signal) : before
  const failures = await failuresOf(task, { before, after, closing: job.messageToUser })
  const unfinished = end === undefined ? 'The job did not end in time' : end.outcome?.stopped
  const wrong = [
    ...(unfinished ? [`The run stopped early: ${unfinished}`] : []),
    ...(end?.status === 'failed' ? [`The job failed: ${job.messageToUser}`] : []),
    ...failures,
  ].map((each) => each.replace(/\.?$/, '.'))
  const defects: ModelDefect[] = [
    ...(unfinished ? (['never-finishes'] as const) : []),
    ...(failures.length > 0 && !unfinished ? (['wrong-edits'] as const) : []),
    ...(end?.status === 'failed' && !unfinished ? (['unreachable'] as const) : []),
  ]
  return {
    id: task.id,
    area: 'agent',
    title: titleOf(task),
    ms: Math.round(performance.now() - began),
    inputTokens: steps.reduce((sum, step) => sum + step.inputTokens, 0),
    outputTokens: steps.reduce((sum, step) => sum + step.outputTokens, 0),
    ...(wrong.length === 0
      ? { outcome: 'passed' }
      : { outcome: 'failed', detail: wrong.slice(0, 3).join(' '), defects }),
  }
}

type RunEnd = Extract<JobEvent, { type: 'run-finished' }>

/** @returns undefined for a job that has not ended long after its run should have */
async function endOf(
  jobs: JobStore,
  id: Job['id'],
  mostMs: number,
  signal: AbortSignal,
): Promise<RunEnd | undefined> {
  const limit = AbortSignal.timeout(mostMs)
  try {
    for await (const { event } of jobs.events(id, 0, { signal: AbortSignal.any([signal, limit]) }))
      if (event.type === 'run-finished') return event
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) return undefined
    throw error
  }
}

/** Leaves the worker to the next task. A job that publishes by now ends by itself. */
async function cancelled(docent: Docent, project: Project, { id }: Job, signal: AbortSignal): Promise<void> {
  const ports = { jobs: docent.resolve<JobStore>(JobStore), clock: docent.resolve<Clock>(Clock) }
  try {
    await cancelJob(ports, { project, id }, { signal })
  } catch (error) {
    if (!DocentError.is(error, 'conflict')) throw error
  }
}

/** Every file of the branch that the job pushed. */
async function filesAfter(
  docent: Docent,
  project: Project,
  job: Job,
  before: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const branch = job.pullRequest?.branch ?? 'main'
  const hosts = docent.resolve(GitHosts)
  const { repository } = project
  if (repository === undefined) return new Map(before)
  const keep = `check-${project.id}`
  const workspaces = docent.resolve(Workspaces)
  const workspace = await workspaces.open(
    {
      repository,
      remote: async (options) => (await hosts.forProject(project, options)).remote(repository, options),
      branch,
      from: 'main',
      keep,
    },
    { signal },
  )
  try {
    const files = new Map<string, string>()
    for (const { path } of await workspace.list({ signal })) {
      const bytes = await workspace.read(path, { signal })
      if (bytes) files.set(path, new TextDecoder().decode(bytes))
    }
    return files
  } finally {
    await workspace.close()
    await workspaces.forget(repository, keep, { signal })
  }
}
