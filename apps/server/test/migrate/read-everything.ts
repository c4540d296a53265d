import { jobId, threadId } from '@docent/core'
import {
  Accounts,
  AuditLog,
  JobStore,
  KeyStore,
  ProjectNotes,
  ProjectStore,
  ReadingStore,
  SecretStore,
  type StoredJobEvent,
  ThreadStore,
  WebhookStore,
} from '@docent/core/plugin'
import type { OpenPorts } from './open-ports.ts'
import { DAY, docs, JOBS, OWNER, organization, T0 } from './populate.ts'

const all = { limit: 50 }
const pages = { limit: 50, offset: 0 }

/** What every port reads, of whichever store. */
export async function readEverything(ports: OpenPorts): Promise<Record<string, unknown>> {
  return {
    ...(await readAccess(ports)),
    jobs: await readJobs(ports),
    ...(await readThreads(ports)),
    ...(await readReadings(ports)),
  }
}

async function readAccess(ports: OpenPorts) {
  const projects = ports.port(ProjectStore)
  const webhooks = ports.port(WebhookStore)
  const accounts = ports.port(Accounts)
  const client = { ip: '192.0.2.7', userAgent: 'Test/1.0' }
  const signedIn = await accounts.signIn(OWNER, client)
  const identity = { issuer: 'https://id.example', subject: 'ada' }
  return {
    organizations: await projects.organizations(),
    projects: await projects.list(),
    note: await ports.port(ProjectNotes).read(docs, 'index-asked'),
    keys: await ports.port(KeyStore).list(organization),
    secrets: await ports.port(SecretStore).list(organization),
    audit: await ports.port(AuditLog).list({ organizationId: organization, ...all }),
    tasks: await webhooks.list({ kind: 'delivery', organizationId: organization, ...all }),
    due: await webhooks.due(T0 + DAY, 10),
    waiting: await webhooks.waiting(jobId('job-1')),
    disabled: [...(await webhooks.disabledEndpoints())],
    signIn: signedIn?.kind,
    account: await accounts.findByEmail(OWNER.email),
    byIdentity: await accounts.findByIdentity(identity),
    members: await accounts.members(organization),
    links: await accounts.links(organization),
  }
}

/** Events of each job, the newest included. */
const EVENTS: Readonly<Record<(typeof JOBS)[number], number>> = { 'job-1': 5, 'job-2': 2, 'job-3': 2 }

async function readJobs(ports: OpenPorts) {
  const store = ports.port(JobStore)
  const read = JOBS.map(async (id) => ({
    job: await store.get(jobId(id)),
    events: await firstEvents(store, id, EVENTS[id]),
    messages: await store.messages(jobId(id)),
    steps: await store.steps(jobId(id)),
    reply: await store.replay(organization, `key of ${id}`),
  }))
  return {
    each: await Promise.all(read),
    list: await store.list({ projectId: docs, ...all }),
    activity: await store.activity(docs, {}),
    byPull: await store.listByPullRequest('https://git.example/docs', 7),
    openPulls: await store.openPullRequests(0, 50),
    queue: await store.queue(),
    outbox: await store.outbox(50),
    idle: await store.idleSince(Date.now() + DAY, 10),
  }
}

async function firstEvents(store: JobStore, id: string, count: number): Promise<StoredJobEvent[]> {
  const found: StoredJobEvent[] = []
  const stop = new AbortController()
  for await (const event of store.events(jobId(id), 0, { signal: stop.signal }))
    if (found.push(event) === count) stop.abort()
  return found
}

async function readThreads(ports: OpenPorts) {
  const store = ports.port(ThreadStore)
  const ids = [1, 2, 3].map((n) => threadId(String(n).padStart(32, '0')))
  const threads = ids.map(async (id) => ({
    thread: await store.get(docs, id),
    turns: await store.turns(id, 10),
    feedback: [...(await store.feedbackOf(id))],
  }))
  return {
    threads: await Promise.all(threads),
    conversations: await store.conversations(docs, { ...all, text: 'PAGE', page: '/start' }),
    turns: await store.turnReport(docs, all),
    callers: await store.callers(docs, {}),
    terms: await store.searchTerms(docs, all),
    searches: await store.searches(docs, all),
    said: await store.feedback(docs, all),
    unanswered: await store.unanswered(docs, all),
    answers: await store.answerActivity(docs, {}),
    invented: await store.inventedNames(docs, { limit: 10 }),
    claims: await store.claimCounts(docs, {}),
  }
}

async function readReadings(ports: OpenPorts) {
  const store = ports.port(ReadingStore)
  const today = { from: T0, to: T0 + 1 }
  return {
    views: await store.views(docs, pages),
    visitors: await store.visitors(docs, pages),
    viewsOfDay: await store.views(docs, { ...pages, ...today }),
    pageFeedback: await store.feedback(docs, all),
    feedbackByPage: await store.feedbackByPage(docs, all),
    salt: await store.daySalt(T0 + DAY, 'another'),
  }
}
