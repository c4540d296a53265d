import { z } from 'zod'
import { get, post, type ReplayedClient } from '../replayed-client.ts'

const JOB = '/v1/agent/docs/job'
const stream = z.string().min(1)
const asText = (body: string) => body
const sessionOf = (_: unknown, headers: Headers) => ({
  session: z.string().min(1).parse(headers.get('x-session-id')),
})

/** How the bot platform reads a job. It insists on a halt reason, which an active job does not have. */
export const session = z.object({
  sessionId: z.string(),
  subdomain: z.string(),
  branch: z.string().nullable(),
  haulted: z.boolean(),
  haultReason: z.string(),
  pullRequestLink: z.string(),
  messageToUser: z.string(),
  todos: z.array(z.object({ content: z.string(), status: z.string(), priority: z.string(), id: z.string() })),
  createdAt: z.string(),
})

export const AGENT_CLIENTS: readonly ReplayedClient[] = [
  {
    client: 'bot platform (botpress/botpress)',
    steps: [
      {
        operation: 'createAgentJobV1',
        request: post('admin', JOB, {
          branch: 'bot-1',
          messages: [{ role: 'system', content: 'Say how a key is revoked.' }],
        }),
        read: asText,
        reply: stream,
        keep: sessionOf,
      },
      {
        operation: 'listAgentJobsV1',
        request: get('admin', '/v1/agent/docs/jobs'),
        reply: z.object({ allSessions: z.array(session).min(1) }),
      },
      {
        operation: 'getAgentJobV1',
        request: ({ session: id = '' }) => get('admin', `${JOB}/${id}`),
        reply: session,
      },
    ],
  },
  {
    client: 'node of a workflow platform (n8n), which tries its credentials with a job',
    steps: [
      {
        operation: 'createAgentJobV1',
        request: post('admin', JOB, { branch: 'test', messages: [{ role: 'user', content: 'test' }] }),
        read: asText,
        reply: stream,
      },
      {
        operation: 'createAgentJobV1',
        request: post('admin', JOB, {
          branch: 'docs-update-from-shop-pr-42',
          messages: [{ role: 'system', content: 'Update the docs for pull request 42.' }],
        }),
        read: asText,
        reply: stream,
      },
    ],
  },
  {
    client: 'CI action that writes changelogs, with a draft as "true"',
    steps: [
      {
        operation: 'createAgentJobV1',
        request: post('admin', JOB, {
          messages: [
            { role: 'system', content: 'Write a changelog.' },
            { role: 'user', content: 'Here is the git diff:\n\n```diff\n+ path\n```' },
          ],
          asDraft: 'true',
        }),
        statuses: [200, 201, 202],
        read: asText,
        reply: stream,
        keep: sessionOf,
      },
      {
        operation: 'createAgentJobV1',
        request: post('admin', JOB, {
          messages: [
            { role: 'system', content: 'Write a changelog.' },
            { role: 'system', content: 'Here is the difference:\n\n```\n### New Endpoints: 1\n```' },
          ],
          asDraft: false,
        }),
        statuses: [200, 201, 202],
        read: asText,
        reply: stream,
        keep: sessionOf,
      },
    ],
  },
  {
    client: 'step of a CI workflow (actions/github-script)',
    steps: [
      {
        operation: 'createAgentJobV1',
        request: post('admin', JOB, {
          branch: 'acme/docs-update-1767225600000',
          messages: [
            { role: 'system', content: 'You are an action runner. Never ask questions.' },
            { role: 'user', content: 'Update the documentation.\n\nRepository: acme/shop' },
          ],
          asDraft: false,
        }),
        read: asText,
        reply: stream,
      },
    ],
  },
  {
    client: 'script with axios, which sends one system message and a branch of a fixed name',
    steps: [
      {
        operation: 'createAgentJobV1',
        request: post('admin', JOB, {
          branch: 'update-docs',
          messages: [{ role: 'system', content: 'Scan the code changes and update the API docs.' }],
          asDraft: true,
        }),
        read: asText,
        reply: stream,
      },
    ],
  },
]
