import { z } from 'zod'
import { get, post, type ReplayedClient, type Step } from '../replayed-client.ts'

const UPDATE = '/v1/project/update/docs'
const PREVIEW = '/v1/project/preview/docs'
const queued = z.object({ statusId: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/) })
const keepId = ({ statusId }: { statusId: string }) => ({ statusId })
const hasEnded = ({ status }: { status: string }) => status === 'success' || status === 'failure'

const commit = z.object({
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  ref: z.literal('refs/heads/main'),
  message: z.string().optional(),
  filesChanged: z.object({
    added: z.array(z.string()),
    modified: z.array(z.string()),
    removed: z.array(z.string()),
  }),
})
const status = z.object({
  _id: z.string(),
  projectId: z.literal('docs'),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  status: z.literal('success'),
  summary: z.string(),
  logs: z.array(z.string()).min(1),
  subdomain: z.literal('docs'),
  source: z.string(),
})

function poll(reply: z.ZodType, headers: Record<string, string> = {}): Step {
  return {
    operation: 'getUpdateStatus',
    request: ({ statusId = '' }) => get('admin', `/v1/project/update-status/${statusId}`, headers),
    reply,
    until: hasEnded,
  }
}

export const UPDATE_CLIENTS: readonly ReplayedClient[] = [
  {
    client: 'checker of what was published, which holds the commit against the reviewed one',
    steps: [
      { operation: 'updateProject', request: post('admin', UPDATE), reply: queued, keep: keepId },
      poll(status.extend({ commit }), { accept: 'application/json' }),
    ],
  },
  {
    client: 'CI of a database (ClickHouse/ClickHouse), which previews the branch of a pull request',
    steps: [
      {
        operation: 'createPreview',
        request: post('admin', PREVIEW, { branch: 'main' }),
        reply: queued.extend({ previewUrl: z.url() }),
        keep: keepId,
      },
      poll(status.pick({ status: true, logs: true }), { 'content-type': 'application/json' }),
    ],
  },
  {
    client: 'preview script of a CI kit (mulligan-madness)',
    steps: [
      {
        operation: 'createPreview',
        request: post('admin', PREVIEW, { branch: 'main' }),
        reply: queued.extend({ previewUrl: z.string() }),
        keep: keepId,
      },
      poll(status),
    ],
  },
  {
    client: 'connector of an automation platform, which tries its key with the list of jobs',
    steps: [
      {
        operation: 'listAgentJobsV1',
        request: get('admin', '/v1/agent/docs/jobs', {
          accept: 'application/json',
          'user-agent': 'connector/1',
        }),
        reply: z.object({ allSessions: z.array(z.unknown()) }),
      },
      {
        operation: 'updateProject',
        request: post('admin', UPDATE, undefined, { accept: 'application/json' }),
        reply: queued,
        keep: keepId,
      },
      poll(status, { accept: 'application/json' }),
      {
        operation: 'createPreview',
        request: post('admin', PREVIEW, { branch: 'main' }),
        reply: queued.extend({ previewUrl: z.string() }),
      },
    ],
  },
  {
    client: 'CI step that asks for a rebuild with curl',
    steps: [
      {
        operation: 'updateProject',
        request: post('admin', UPDATE, undefined, {}),
        read: (text) => text,
        reply: z.string(),
      },
    ],
  },
  {
    client: 'CI action that deploys and waits',
    steps: [
      {
        operation: 'updateProject',
        request: post('admin', UPDATE, undefined, {}),
        statuses: [200, 201],
        reply: queued,
        cannot: 'see that an update is queued: it takes only 200 and 201 for success, and the status is 202',
      },
      {
        operation: undefined,
        request: get('admin', `${UPDATE}/status`),
        reply: z.object({ status: z.literal('deployed') }),
        cannot: 'wait for the end: it asks an address and reads a status that the interface never had',
      },
    ],
  },
]
