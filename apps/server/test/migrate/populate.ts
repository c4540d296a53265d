import { applyTransition, beginJob, DEFAULT_ORGANIZATION, jobId, keyId, threadId } from '@docent/core'
import {
  Accounts,
  AuditLog,
  type CheckedClaims,
  type Job,
  type JobChange,
  JobStore,
  KeyStore,
  NamedLeases,
  ProjectNotes,
  ProjectStore,
  projectId,
  ReadingStore,
  SecretStore,
  type StepDraft,
  ThreadStore,
  type ThreadTurn,
  WebhookStore,
} from '@docent/core/plugin'
import { makeProject } from '@docent/testing'
import type { OpenPorts } from './open-ports.ts'

/** A midnight. */
export const T0 = 1_768_435_200_000
export const DAY = 86_400_000
/** Whenever the tests run, it is still to come. */
const LATER = Date.UTC(2100, 0, 1)
export const docs = projectId('docs')
export const organization = DEFAULT_ORGANIZATION
export const OWNER = { email: 'ada@example.com', password: 'correct horse battery staple' }
export const JOBS = ['job-1', 'job-2', 'job-3'] as const
/** Half of a surrogate pair, a quote, a backslash, a line break and letters beyond ASCII. */
export const AWKWARD = 'Wrong \ud83d "page" \\ of\nÄpfel ✓'

const step = (changes: Partial<StepDraft>): StepDraft => ({
  run: 1,
  kind: 'model',
  messages: [],
  read: [],
  changes: [],
  data: {},
  inputTokens: 11,
  outputTokens: 7,
  workMs: 3,
  ...changes,
})

/** Something in every table. */
export async function populate(ports: OpenPorts): Promise<void> {
  await addProjects(ports)
  await addJobs(ports)
  await addThreads(ports)
  await addReadings(ports)
  await addAccounts(ports)
}

async function addProjects(ports: OpenPorts): Promise<void> {
  const projects = ports.port(ProjectStore)
  await projects.putOrganization({ id: organization, name: 'Acme', limits: {} })
  await projects.put(makeProject({ id: docs, repository: 'https://git.example/docs' }))
  await ports.port(ProjectNotes).write(docs, 'index-asked', { at: T0, force: true })
  const keys = ports.port(KeyStore)
  for (const n of [1, 2])
    await keys.create({
      id: keyId(`key-${n}`),
      kind: 'admin',
      organizationId: organization,
      projectIds: [],
      name: AWKWARD,
      hash: `hash-${n}`,
      lastFour: 'abcd',
      scopes: ['read'],
      createdAt: T0,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      allowedIps: [],
      allowedOrigins: [],
      trustGroups: false,
    })
  await keys.touch(keyId('key-1'), T0 + 5)
  await keys.revoke(organization, keyId('key-2'), T0 + 6)
  const sealed = { name: 'OPENAI_API_KEY', sealed: 'v1.x', lastFour: 'abcd', updatedAt: T0, updatedBy: 'Ada' }
  await ports.port(SecretStore).put({ organizationId: organization, ...sealed })
  for (const n of [1, 2, 3])
    await ports.port(AuditLog).record({
      id: `entry-${n}`,
      organizationId: organization,
      at: T0 + n,
      actor: { kind: 'command', id: null, name: 'ada' },
      action: 'key.create',
      target: n === 1 ? null : `key-${n}`,
      details: { n },
      ip: null,
      userAgent: null,
    })
  const webhooks = ports.port(WebhookStore)
  await webhooks.add(
    (['pending', 'done', 'dead', 'waiting'] as const).map((status, n) => ({
      id: `task-${n}`,
      kind: 'delivery' as const,
      status,
      organizationId: organization,
      projectId: docs,
      jobId: jobId('job-1'),
      endpointId: 'ci',
      attempts: n,
      dueAt: T0,
      createdAt: T0 + n,
      updatedAt: T0 + n,
      data: { text: AWKWARD },
    })),
  )
  await webhooks.disableEndpoint('ci', T0)
  await ports.port(NamedLeases).acquire('index docs', 'somebody', 1)
}

export function draftOf(id: string, n: number): JobChange {
  return beginJob(
    {
      id: jobId(id),
      organizationId: organization,
      projectId: docs,
      apiVersion: 'v2',
      source: { repository: 'https://git.example/docs', ref: `docent/${id}` },
      model: 'offline:docent',
      title: AWKWARD.toWellFormed(),
      asDraft: false,
      userId: null,
      createdAt: T0 + n,
    },
    [{ id: `${id}-message`, role: 'user', content: AWKWARD.toWellFormed(), createdAt: T0 }],
  )
}

async function addJobs(ports: OpenPorts): Promise<void> {
  const store = ports.port(JobStore)
  for (const [n, id] of JOBS.entries())
    await store.create(draftOf(id, n), {
      organizationId: organization,
      key: `key of ${id}`,
      fingerprint: 'POST 1',
      expiresAt: LATER,
      respond: (job) => ({ status: 201, body: { id: job.id } }),
    })
  const claim = await store.claim('worker', 60_000)
  if (!claim) throw new Error('There is no job to claim')
  const path = 'docs/äpfel "one".md'
  const changes = [
    { path, content: Buffer.from('# Apples'), executable: false },
    { path: 'logo.bin', content: Buffer.from([0, 255, 128, 10]), executable: true },
    { path: 'old.md', content: null },
  ]
  const read = [`${claim.job.id}-message`]
  await store.record(claim.lease, step({ kind: 'opened', data: { commit: 'abc' } }), [])
  await store.record(claim.lease, step({ changes, read }), [{ type: 'text', text: AWKWARD }])
  await store.settle(claim.lease, completed, (job) => job)
}

function completed(job: Job) {
  const pullRequest = {
    number: 7,
    url: 'https://git.example/docs/pull/7',
    branch: job.source.ref,
    draft: false,
  }
  return applyTransition(job, { type: 'complete', at: T0 + 9, pullRequest, messageToUser: 'Done.' })
}

const grounding: NonNullable<ThreadTurn['grounding']> = {
  names: [],
  counts: { asked: 0, cited: 0, indexed: 0, invented: 1, retrieved: 0, unchecked: 0, unconfirmed: 0 },
  removed: [{ text: '--pages', kind: 'flag', by: 'strict', suggestion: '--page' }],
}
const claims: CheckedClaims = {
  checker: 'offline:docent',
  threshold: 0.5,
  claims: [
    { start: 0, end: 2, supported: 0.9 },
    { start: 3, end: 6, supported: 0.1 },
  ],
  inputTokens: 3,
  outputTokens: 2,
}

async function addThreads(ports: OpenPorts): Promise<void> {
  const store = ports.port(ThreadStore)
  for (const n of [1, 2, 3]) {
    const id = threadId(String(n).padStart(32, '0'))
    await store.create({ id, projectId: docs, fp: AWKWARD, threadKeyHash: null, createdAt: T0 + n })
    for (const index of [0, 1])
      await store.append(id, {
        id: `turn-${n}-${index}`,
        question: AWKWARD,
        caller: 'web',
        asked: { currentPath: '/guide' },
        answer: 'It is.',
        outcome: index === 0 ? 'answered' : 'unanswered',
        sources: [{ path: '/start', url: 'https://docs.example/start', title: 'Start' }],
        searches: ['What', 'what', 'Äpfel'],
        model: 'offline:docent',
        inputTokens: 10,
        outputTokens: 5,
        firstTextMs: 1,
        totalMs: 2,
        createdAt: T0 + 10 * n + index,
        ...(index === 1 && { grounding }),
      })
    await store.noteClaims(id, `turn-${n}-0`, claims)
    await store.rate(id, `turn-${n}-0`, { rating: 'down', text: AWKWARD, createdAt: T0 + 50 })
  }
  const search = { projectId: docs, source: 'search' as const, fp: AWKWARD, results: 2, ms: 4 }
  for (const n of [0, 1, 2])
    await store.recordSearch({
      ...search,
      query: 'how to',
      visitor: `visitor-${n}`,
      paths: ['/start', '/guide "two"'],
      createdAt: T0 + n,
    })
  await store.recordClick({ projectId: docs, visitor: 'visitor-1', path: '/start', clickedAt: T0 + 9 })
}

async function addReadings(ports: OpenPorts): Promise<void> {
  const store = ports.port(ReadingStore)
  for (const n of [0, 1]) {
    await store.daySalt(T0 + n * DAY, `salt-${n}`)
    for (const visitor of ['one', 'two', 'one'])
      await store.recordView({
        projectId: docs,
        path: '/start',
        reader: visitor === 'two' ? 'ai' : 'human',
        visitor,
        viewedAt: T0 + n * DAY,
      })
    await store.addFeedback({
      id: `feedback-${n}`,
      projectId: docs,
      path: '/start',
      source: 'contextual',
      status: 'pending',
      helpful: n === 0,
      comment: AWKWARD,
      contact: null,
      code: null,
      filename: null,
      lang: null,
      fp: AWKWARD,
      createdAt: T0 + n,
    })
  }
}

async function addAccounts(ports: OpenPorts): Promise<void> {
  const accounts = ports.port(Accounts)
  const client = { ip: '192.0.2.7', userAgent: 'Test/1.0' }
  const link = { organizationId: organization, expiresAt: Date.now() + DAY }
  const { secret } = await accounts.createLink({ kind: 'owner', role: 'owner', ...link })
  const joined = await accounts.join(secret, { name: 'Ada', ...OWNER }, client)
  if (!joined) throw new Error('The link did not work')
  await accounts.createLink({ kind: 'invitation', role: 'viewer', note: 'for Bob', ...link })
  const identity = { issuer: 'https://id.example', subject: 'ada' }
  await accounts.connectIdentity(joined.session.account.id, identity)
}
