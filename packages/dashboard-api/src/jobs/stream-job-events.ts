import { defineApiOperation, jobEventStream } from '@docent/http'

export const streamJobEvents = defineApiOperation({
  id: 'streamJobEvents',
  summary: 'Follow the events of a job in the dashboard',
  description:
    'Works like the operation for keys, but for people who are signed in. To resume, send `Last-Event-ID`.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'Server-sent events. `id` is the sequence number, and `event` is the type.',
    content: { 'text/event-stream': undefined },
  },
  handle: ({ params, headers, project, services, signal }) =>
    jobEventStream({ id: params.id ?? '', headers, project, services, signal }),
})
