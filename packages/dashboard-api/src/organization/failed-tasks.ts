import { BackgroundTasks, DocentError, json } from '@docent/core/plugin'
import { type ApiCall, defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { ofServer } from '../of-server.ts'

/** Newest tasks that are shown. */
const SHOWN = 100

const FailedTaskView = z
  .object({
    id: z.string(),
    queue: z.string().describe('The kind of work, such as `housekeeping` or `index-requests`.'),
    data: z.unknown().describe('The subject of the task.'),
    failedAt: z.iso.datetime(),
    reason: z.string().describe('Why the last try failed.'),
  })
  .meta({ id: 'FailedTask' })

export const listFailedTasks = defineApiOperation({
  id: 'listFailedTasks',
  summary: 'List background tasks that failed for good, newest first',
  tag: 'Dashboard',
  permission: 'manage',
  reply: {
    status: 200,
    description: 'At most 100 tasks. Nothing tries them again by itself.',
    content: { 'application/json': z.object({ tasks: z.array(FailedTaskView) }) },
  },
  async handle(call) {
    const dead = await tasksOf(call).dead(SHOWN, { signal: call.signal })
    return json({
      tasks: dead.map(({ at, ...task }) => ({ ...task, failedAt: new Date(at).toISOString() })),
    })
  },
})

export const retryFailedTask = defineApiOperation({
  id: 'retryFailedTask',
  summary: 'Retry a failed background task',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'task.retry',
  reply: { status: 204, description: 'It is tried once more, soon.' },
  async handle(call) {
    const { id = '' } = call.params
    if (!(await tasksOf(call).revive(id, { signal: call.signal })))
      throw new DocentError(
        'not_found',
        `There is no failed task ${id}. It may have been tried again already.`,
      )
    call.note.about(id)
    return { kind: 'empty', status: 204 }
  },
})

function tasksOf(call: ApiCall): BackgroundTasks {
  return ofServer(call, 'Background tasks', 'see').docent.resolve(BackgroundTasks)
}
