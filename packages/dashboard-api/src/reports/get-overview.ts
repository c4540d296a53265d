import { type DayOfProject, ReadActivity } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { attentionOf } from './attention.ts'
import { AttentionObject } from './attention-entry.ts'
import { DayObject, dayView } from './day-view.ts'
import { lastDays } from './last-days.ts'

const DAYS = 7

export const getOverview = defineApiOperation({
  id: 'getOverview',
  summary: 'Get the past week of a project and the problems that need attention',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description:
      'Seven days, with today last, the sum of the seven days before, and the problems that need attention.',
    content: {
      'application/json': z.object({
        days: z.array(DayObject),
        before: DayObject.omit({ day: true }),
        attention: z.array(AttentionObject),
        isPriced: z
          .boolean()
          .describe('False when the price of no model is known that was used in the two weeks.'),
        unpricedModels: z.int().describe('Models that were used in the two weeks and have no known price.'),
        isFresh: z.boolean().describe('Nothing was asked and no job was made yet.'),
      }),
    },
  },
  async handle({ project, services, signal }) {
    const activity = services.docent.resolve(ReadActivity)
    const [report, attention] = await Promise.all([
      activity.read(project, lastDays(2 * DAYS, services.clock.now()), { signal }),
      attentionOf(services, project, signal),
    ])
    const before = report.days.slice(0, -DAYS)
    const sum = (key: Exclude<keyof DayOfProject, 'day'>) =>
      before.reduce((total, day) => total + day[key], 0)
    return json({
      days: report.days.slice(-DAYS).map(dayView),
      before: {
        answers: sum('answers'),
        unanswered: sum('unanswered'),
        failed: sum('failed'),
        jobs: sum('jobs'),
        failedJobs: sum('failedJobs'),
        pullRequests: sum('pullRequests'),
        mergedPullRequests: sum('mergedPullRequests'),
        dollars: sum('dollars'),
      },
      attention,
      isPriced: report.isPriced,
      unpricedModels: report.models.filter(({ dollars }) => dollars === null).length,
      isFresh: report.days.every(({ answers, jobs }) => answers + jobs === 0),
    })
  },
})
