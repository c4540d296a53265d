import { projectNamed, shortText, timeText } from '@docent/command-line'
import { CreateGapJob, GAP_STATES, ProjectGaps } from '@docent/core'
import { type CommandGroup, DocentError, defineCommand } from '@docent/core/plugin'
import { JobShape, jobShape } from '@docent/dashboard-api/for-commands'
import { z } from 'zod'
import { parsePeriod } from './period.ts'

const shared = {
  project: { type: 'string', alias: 'p', description: 'ID of the project; default: the only one' },
  from: { type: 'string', description: 'First day of the questions, such as 2026-01-31' },
  to: { type: 'string', description: 'Last day of the questions' },
} as const

const GapShape = z.object({
  id: z.string(),
  title: z.string(),
  terms: z.array(z.string()),
  count: z.number(),
  firstAskedAt: z.number(),
  lastAskedAt: z.number(),
  days: z.array(z.object({ day: z.number(), count: z.number() })),
  questions: z.array(
    z.object({
      question: z.string(),
      follows: z.string().nullable(),
      count: z.number(),
      threadId: z.string(),
    }),
  ),
  state: z.enum(GAP_STATES),
  snoozedUntil: z.number().nullable(),
  jobId: z.string().nullable(),
})

const list = defineCommand({
  description: 'List what readers asked and the documentation does not answer',
  args: { ...shared, limit: { type: 'string', default: '20', description: 'Maximum number of groups' } },
  example: 'gaps list --from 2026-11-01',
  json: z.array(GapShape),
  async work({ docent, args, signal }) {
    const project = await projectNamed(docent, args.project)
    const all = docent.resolve(ProjectGaps)
    const gaps = await all.open(project, parsePeriod(args.from, args.to), { signal })
    return all.withJobs(project, gaps.slice(0, limitOf(args.limit)), { signal })
  },
  show(gaps, out) {
    if (gaps.length === 0) return out.line('There are no unanswered questions.')
    out.table(['ID', 'ASKED', 'LAST', 'JOB', 'ABOUT', 'FOR EXAMPLE'], gaps.map(row))
  },
})

const fix = defineCommand({
  description: 'Have the agent fill a gap with a draft pull request',
  args: {
    id: { type: 'positional', required: true, description: 'ID of the gap, from "docent gaps list"' },
    ...shared,
  },
  example: 'gaps fix 6e92d12a88f22634 --from 2026-11-01',
  json: JobShape,
  async work({ docent, args, signal }) {
    const project = await projectNamed(docent, args.project)
    const job = await docent
      .resolve(CreateGapJob)
      .create({ project, gapId: args.id, period: parsePeriod(args.from, args.to) }, { signal })
    return jobShape(job)
  },
  show(job, out) {
    out.line(`Job ${job.id} is ${job.status}, on branch ${job.source.ref}.`)
    out.line(`Follow it with "docent agent follow ${job.id}".`)
  },
})

export const command: CommandGroup = {
  description: 'Find and fill gaps in the documentation',
  commands: { list, fix },
}

function limitOf(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1) return limit
  throw new DocentError('invalid_request', `--limit: "${text}" is not a whole number from 1.`)
}

function row(gap: z.input<typeof GapShape>): string[] {
  const { id, count, lastAskedAt, terms, title, jobId } = gap
  return [id, String(count), timeText(lastAskedAt), jobId ?? '-', terms.join(' '), shortText(title)]
}
