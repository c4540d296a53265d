import { once } from 'node:events'
import { applyTransition } from '@docent/core'
import { type Claim, DocentError, type StepDraft } from '@docent/core/plugin'
import { Database } from '../src/database.ts'
import { SqliteJobStore } from '../src/jobs/sqlite-job-store.ts'
import { draftJob } from './draft-job.ts'

/** A process that works on a job store as told by its arguments: the file, what to do, and a name. */
const [file = '', task = '', name = ''] = process.argv.slice(2)
const tasks: Record<string, () => Promise<void>> = { create, fill, work, wait }
const database = new Database(file)
database.open()
const store = new SqliteJobStore(database)
process.send?.('ready')
await once(process, 'message')
await tasks[task]?.()
database.close()
process.disconnect?.()

/** Creates jobs in bursts until it is killed: one line for each that the store acknowledged. */
async function create(): Promise<void> {
  for (let burst = 0; ; burst += 1) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { id } = await store.create(draftJob(`${name}-${burst}-${index}`))
        await say(id)
      }),
    )
  }
}

/** Creates jobs in bursts until the file cannot be written any more: a line for each, `+` kept or `-` refused. */
async function fill(): Promise<void> {
  for (let burst = 0, refused = false; !refused; burst += 1) {
    const ids = Array.from({ length: 20 }, (_, index) => `${name}-${burst}-${index}`)
    const outcomes = await Promise.allSettled(ids.map((id) => store.create(draftJob(id))))
    for (const [index, outcome] of outcomes.entries()) {
      const kept = outcome.status === 'fulfilled'
      await say(
        `${kept ? '+' : `-${DocentError.is(outcome.reason) ? outcome.reason.code : ''} `}${ids[index]}`,
      )
      refused ||= !kept
    }
  }
}

/** Runs jobs until none is left: one line for each claim, and one for each branch that it sees leased twice. */
async function work(): Promise<void> {
  while (database.get("SELECT 1 FROM jobs WHERE status = 'active' LIMIT 1")) {
    const claim = await store.claim(name, 15_000)
    if (!claim) {
      await store.waitForWork(1_000)
      continue
    }
    await say(claim.job.id)
    const shared = database.get(
      'SELECT ref FROM jobs WHERE lease_worker IS NOT NULL GROUP BY repository, ref HAVING count(*) > 1',
    )
    if (shared) await say('overlap')
    await finish(claim)
  }
}

/** Waits for a job and tells at what time it could begin, again and again until it is killed. */
async function wait(): Promise<void> {
  while (true) {
    process.send?.('waiting')
    await store.waitForWork(60_000)
    const awake = performance.timeOrigin + performance.now()
    const claim = await store.claim(name, 15_000)
    if (!claim) continue
    await finish(claim)
    process.send?.({ awake })
  }
}

async function finish({ lease, job }: Claim): Promise<void> {
  const step: StepDraft = {
    run: 1,
    kind: 'model',
    messages: [],
    read: [`${job.id}-m1`],
    changes: [],
    data: {},
    inputTokens: 0,
    outputTokens: 0,
    workMs: 0,
  }
  await store.record(lease, step, [])
  const end = { type: 'complete', at: Date.now(), pullRequest: null, messageToUser: '' } as const
  await store.settle(
    lease,
    (current) => applyTransition(current, end),
    (current) => current,
  )
}

/** The line is out before the promise resolves, so that a killed process told nothing that it did not do. */
function say(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()))
}
