import { DocentError, defineCommand, ProjectNotes, ProjectStore } from '@docent/core/plugin'
import { z } from 'zod'
import { StateKeeper } from '../following/watch-state.ts'

const Watched = z.object({
  project: z.string(),
  repositories: z.array(z.string()),
  /** Changes that were judged, and those that the gate stopped or that came with pages. */
  judged: z.int(),
  stopped: z.int(),
  documented: z.int(),
  /** Changes that wait for the next pull request. */
  waiting: z.int(),
  /** Id of the job with the open pull request. */
  open: z.string().nullable(),
  pulls: z.int(),
  merged: z.int(),
  closed: z.int(),
  expired: z.int(),
  droppedRows: z.int(),
})
const Status = z.object({ projects: z.array(Watched) })

export const statusCommand = defineCommand({
  description: 'Show what Docent found in watched code, and what became of its pull requests',
  args: {
    project: {
      type: 'positional',
      required: false,
      description: 'ID of a project; default: all that watch code',
    },
  },
  example: 'watch status',
  json: Status,
  async work({ docent, args, signal }) {
    const notes = docent.resolve(ProjectNotes)
    const all = (await docent.resolve(ProjectStore).list({ signal })).filter(
      ({ disabled, watch }) => !disabled && watch !== undefined,
    )
    const chosen = all.filter(({ id }) => args.project === undefined || id === args.project)
    if (args.project !== undefined && chosen.length === 0)
      throw new DocentError('not_found', `No project "${args.project}" watches code. Set "watch" in it.`)
    const projects = await Promise.all(
      chosen.map(async ({ id, watch = [] }) => {
        const { counts, pending, open } = (await StateKeeper.open(notes, id)).state
        const { looked: judged, stopped, documented, pulls, merged, closed, expired, dropped } = counts
        return {
          ...{
            project: id,
            repositories: watch.map(({ repository }) => repository),
            judged,
            stopped,
            documented,
          },
          ...{ waiting: pending.length, open: open?.jobId ?? null, pulls, merged, closed, expired },
          droppedRows: dropped,
        }
      }),
    )
    return { projects }
  },
  show({ projects }, out) {
    if (projects.length === 0) return out.line('No project watches code.')
    out.table(
      [
        'PROJECT',
        'JUDGED',
        'WITHOUT EFFECT',
        'WITH PAGES',
        'WAITING',
        'PULL REQUESTS',
        'MERGED',
        'CLOSED',
        'EXPIRED',
      ],
      projects.map(({ project, judged, stopped, documented, waiting, pulls, merged, closed, expired }) => [
        project,
        ...[judged, stopped, documented, waiting, pulls].map(String),
        `${merged}${shareOf(merged, merged + closed + expired)}`,
        ...[closed, expired].map(String),
      ]),
    )
  },
})

/** Of those that are decided. */
function shareOf(part: number, whole: number): string {
  return whole === 0 ? '' : ` (${Math.round((part / whole) * 100)}%)`
}
