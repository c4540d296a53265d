import { projectNamed } from '@docent/command-line'
import { IndexProject, indexInTurn, type ProblemGroup, problemLines } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'
import { Clock, DocentError, defineCommand, ProjectStore } from '@docent/core/plugin'
import { z } from 'zod'
import { indexProgress } from './index-progress.ts'
import { watchProjects } from './watch-projects.ts'

const SummaryShape = z.object({
  project: z.string(),
  revision: z.string(),
  changed: z.number(),
  removed: z.number(),
  pages: z.number(),
  passages: z.number(),
  problems: z.array(
    z.object({
      kind: z.string(),
      file: z.string(),
      line: z.number(),
      message: z.string(),
      severity: z.enum(['error', 'warning', 'note']),
    }),
  ),
  problemGroups: z.array(
    z.object({
      kind: z.string(),
      severity: z.enum(['error', 'warning', 'note']),
      count: z.number(),
      title: z.string(),
      advice: z.string(),
    }),
  ),
  ms: z.number(),
})
const FailureShape = z.object({ project: z.string(), error: z.string() })
type Result = z.input<typeof SummaryShape> | z.input<typeof FailureShape>

export const command = defineCommand({
  description: 'Update the search index',
  args: {
    project: { type: 'positional', required: false, description: 'ID of the project; default: all projects' },
    force: { type: 'boolean', default: false, description: 'Index every page, even if it did not change' },
    watch: {
      type: 'boolean',
      default: false,
      description: 'Keep running, and index again after every change',
    },
    every: { type: 'string', default: '5', description: 'With --watch: seconds between checks for changes' },
  },
  example: 'index handbook',
  json: z.array(z.union([SummaryShape, FailureShape])),
  exitCodes: { 1: 'a project could not be indexed, or has no page; standard error says why' },
  async work({ docent, args, out, signal }) {
    const projects =
      args.project === undefined
        ? (await docent.resolve(ProjectStore).list()).filter((project) => !project.disabled)
        : [await projectNamed(docent, args.project)]
    if (args.watch && projects.length > 0)
      return watchProjects(
        { docent, projects, out, signal, isForJson: args.json },
        { everyMs: secondsOf(args.every) * 1_000 },
      )
    const clock = docent.resolve(Clock)
    const results: Result[] = []
    for (const project of projects) {
      try {
        const {
          files: _,
          problemGroups,
          ...summary
        } = await indexInTurn(docent.resolve(IndexProject), project, {
          signal,
          force: args.force,
          onBusy: () => out.progress({ label: waiting(project.id), done: 0, total: 0, msLeft: null }),
          onProgress: (progress) => out.progress(indexProgress(project.id, progress, clock.now())),
        })
        const result = {
          project: project.id as string,
          ...summary,
          problemGroups: problemGroups.map(({ examples: _, ...group }) => group),
        }
        results.push(result)
        if (!args.json) showSummary(result, problemGroups, out)
        if (result.pages === 0) out.error(`${project.id}: no page is left in the index.`)
      } catch (error) {
        // One project's failure is its own: the others are indexed all the same.
        if (projects.length === 1 || signal.aborted || !DocentError.is(error)) throw error
        results.push({ project: project.id, error: error.message })
        out.error(`${project.id}: ${error.message}`)
      }
    }
    return results
  },
  show(results, out) {
    if (results.length === 0) out.line('There is no project yet. Add one with "docent projects add".')
  },
  exitCode: (results) => (results.some((result) => 'error' in result || result.pages === 0) ? 1 : 0),
})

function waiting(project: string): string {
  return `${project}: waiting for another process that indexes it`
}

function secondsOf(text: string): number {
  const seconds = Number(text)
  if (seconds >= 1 && seconds <= 86_400) return seconds
  throw new DocentError(
    'invalid_request',
    `--every: must be a number of seconds from 1 to 86400, not "${text}".`,
  )
}

function showSummary(
  summary: z.input<typeof SummaryShape>,
  groups: readonly ProblemGroup[],
  out: CommandOutput,
): void {
  const { project, pages, passages, changed, removed, ms } = summary
  out.line(
    `${project}: ${pages} pages, ${passages} passages (${changed} changed, ${removed} removed) in ${ms} ms`,
  )
  for (const line of problemLines(groups)) out.line(`  ${line}`)
}
