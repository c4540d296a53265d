import { CreateGapJob, jobView, type QuestionGap, ReadAnalytics } from '@docent/core'
import { defineCommand } from 'citty'
import { projectNamed } from './find-project.ts'
import { printJson, printTable, timeText } from './output.ts'
import { parsePeriod } from './period.ts'
import { withDocent } from './with-docent.ts'

const shared = {
  project: { type: 'string', alias: 'p', description: 'Id of the project; default: the only one' },
  from: { type: 'string', description: 'Only questions since this day, such as 2026-01-31' },
  to: { type: 'string', description: 'Only questions up to and with this day' },
  json: { type: 'boolean', default: false, description: 'Print JSON' },
} as const

const list = defineCommand({
  meta: { name: 'list', description: 'List what readers asked and the documentation does not say' },
  args: { ...shared, limit: { type: 'string', default: '20', description: 'Most groups' } },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const project = await projectNamed(docent, args.project)
      const analytics = docent.resolve(ReadAnalytics)
      const gaps = await analytics.gaps(project, parsePeriod(args.from, args.to), { signal })
      const limit = Math.max(1, Number.parseInt(args.limit, 10) || 1)
      const shown = await analytics.withJobs(project, gaps.slice(0, limit), { signal })
      if (args.json) return printJson(shown)
      if (shown.length === 0) return console.log('Nothing was left unanswered.')
      printTable(['ID', 'ASKED', 'LAST', 'JOB', 'ABOUT', 'FOR EXAMPLE'], shown.map(row))
    }),
})

const fix = defineCommand({
  meta: { name: 'fix', description: 'Have the agent document a gap, as a draft pull request' },
  args: {
    id: { type: 'positional', required: true, description: 'Id of the gap, from "docent gaps list"' },
    ...shared,
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const project = await projectNamed(docent, args.project)
      const job = await docent
        .resolve(CreateGapJob)
        .create({ project, gapId: args.id, period: parsePeriod(args.from, args.to) }, { signal })
      if (args.json) return printJson(jobView(job))
      console.log(`Job ${job.id} is ${job.status}, on branch ${job.source.ref}.`)
      console.log(`Follow it with "docent agent follow ${job.id}".`)
    }),
})

export const command = defineCommand({
  meta: { name: 'gaps', description: 'Find and fill what the documentation does not say' },
  subCommands: { list, fix },
})

function row(gap: QuestionGap & { jobId: string | null }): string[] {
  const { id, count, lastAskedAt, terms, questions, jobId } = gap
  const example = questions[0]?.question.replace(/\s+/g, ' ') ?? ''
  const shown = example.length > 60 ? `${example.slice(0, 59)}…` : example
  return [id, String(count), timeText(lastAskedAt), jobId ?? '-', terms.join(' '), shown]
}
