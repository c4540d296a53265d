import { defineApiOperation } from '../../requests/operation.ts'
import { jobEventStream } from '../../routes/stream-agent-events.ts'

export const streamJobEvents = defineApiOperation({
  id: 'streamJobEvents',
  summary: 'Follow the events of a job in the dashboard',
  description: 'As the operation for keys, for people who are signed in. `Last-Event-ID` resumes it.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'Server-sent events; `id` is the sequence number, `event` the type.',
    content: { 'text/event-stream': undefined },
  },
  handle: ({ params, headers, project, services, signal }) =>
    jobEventStream({ id: params.id ?? '', headers, project, services, signal }),
})
