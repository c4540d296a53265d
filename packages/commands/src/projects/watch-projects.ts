import { IndexProject, type ProjectUpdate, ProjectUpdates, UpdateRunner } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'
import { Clock, type Docent, DocentError, type Project, sleep } from '@docent/core/plugin'

export interface WatchCall {
  readonly docent: Docent
  readonly projects: readonly Project[]
  readonly out: CommandOutput
  readonly signal: AbortSignal
  /** One line of JSON for every update that has ended. */
  readonly isForJson: boolean
}

export interface WatchTimes {
  /** Between two looks at the documentation. */
  readonly everyMs: number
  /** Without another change before it is indexed: several pushes in a row are one update. */
  readonly quietMs?: number
  /** Between two looks at the record of an update. */
  readonly showMs?: number
}

/** Indexes the projects, and again after every change of their documentation, until the signal aborts. */
export async function watchProjects(call: WatchCall, times: WatchTimes): Promise<never> {
  const { docent, projects, signal } = call
  const { everyMs, quietMs = 1_000, showMs = 250 } = times
  const runner = new UpdateRunner(docent)
  /** A revision that cannot be indexed is tried once. */
  const tried = new Map<string, string | undefined>()
  /** Why a source cannot be read. Shown once, and again if the reason changes. */
  const away = new Map<string, string>()
  try {
    for (const project of projects) await update(call, runner, project, showMs)
    printLine(call, 'Waiting for changes. To stop, press Ctrl-C.')
    for (;;) {
      await sleep(everyMs, signal)
      for (const project of projects) {
        const revision = await quietRevision(call, project, quietMs, away)
        if (revision === undefined || tried.get(project.id) === revision) continue
        tried.set(project.id, revision)
        await update(call, runner, project, showMs)
      }
    }
  } finally {
    await runner.stop()
  }
}

/** With `--json`, standard output has only JSON. */
function printLine({ out, isForJson }: WatchCall, text: string): void {
  if (!isForJson) out.line(text)
}

/** The new revision of a project, once no other follows it; undefined when there is none. */
async function quietRevision(
  call: WatchCall,
  project: Project,
  quietMs: number,
  away: Map<string, string>,
): Promise<string | undefined> {
  const { docent, out, signal } = call
  const index = docent.resolve(IndexProject)
  try {
    let revision = await index.newRevision(project, { signal })
    if (away.delete(project.id)) printLine(call, `${project.id}: can be read again.`)
    while (revision !== undefined) {
      await sleep(quietMs, signal)
      const next = await index.newRevision(project, { signal })
      if (next === revision) return revision
      revision = next
    }
    return undefined
  } catch (error) {
    // A host that does not answer now may answer at the next look.
    if (signal.aborted || !DocentError.is(error)) throw error
    if (away.get(project.id) !== error.message) out.warning(`${project.id}: ${error.message}`)
    away.set(project.id, error.message)
    return undefined
  }
}

/** Runs one update of the project by its record, and shows how far the record says it is. */
async function update(
  { docent, out, signal, isForJson }: WatchCall,
  runner: UpdateRunner,
  project: Project,
  showMs: number,
): Promise<void> {
  const updates = docent.resolve(ProjectUpdates)
  const queued = await updates.queue(project, { source: 'internal' }, { signal })
  void runner.run(project, queued)
  for (;;) {
    const now = (await updates.find(project, queued.id, { signal })) ?? queued
    if (now.status === 'success' || now.status === 'failure') {
      out.progress(null)
      if (isForJson) out.jsonLine({ project: project.id, status: now.status, summary: now.summary })
      else if (now.status === 'success') out.line(`${project.id}: ${now.summary}`)
      else out.error(`${project.id}: ${now.summary}`)
      return
    }
    showProgress(out, now, docent.resolve<Clock>(Clock).now())
    await sleep(showMs, signal)
  }
}

function showProgress(out: CommandOutput, { projectId, status, progress }: ProjectUpdate, now: number): void {
  const { phase, done, total, etaMs } = progress ?? { phase: status, done: 0, total: 0, etaMs: null }
  out.progress({ label: `${projectId}: ${phase}`, done, total, msLeft: etaMs === null ? null : etaMs - now })
}
