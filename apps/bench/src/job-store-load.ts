import { applyTransition, beginJob, DEFAULT_ORGANIZATION, jobId } from '@docent/core'
import { type Claim, type JobChange, type JobStore, projectId, type StepDraft } from '@docent/core/plugin'

let made = 0

export function draft(): JobChange {
  made += 1
  const id = `bench-${process.pid}-${made}`
  const at = Date.now()
  return beginJob(
    {
      id: jobId(id),
      organizationId: DEFAULT_ORGANIZATION,
      projectId: projectId('docs'),
      apiVersion: 'v2',
      source: { repository: 'https://git.example/docs', ref: `docent/fix-the-typo-${id}` },
      model: 'scripted:a',
      title: 'Fix the typo in the quickstart',
      asDraft: false,
      userId: null,
      createdAt: at,
    },
    [{ id: `${id}-m1`, role: 'user', content: 'Fix the typo in the quickstart.', createdAt: at }],
  )
}

export function firstStep({ job }: Claim): StepDraft {
  return {
    run: job.run,
    kind: 'model',
    messages: [{ role: 'assistant', content: [{ type: 'text', text: 'I fixed the typo.' }] }],
    read: [`${job.id}-m1`],
    changes: [],
    data: {},
    inputTokens: 900,
    outputTokens: 40,
    workMs: 1200,
  }
}

export async function finish(store: JobStore, claim: Claim): Promise<void> {
  await store.record(claim.lease, firstStep(claim), [{ type: 'step-started', step: 1 }])
  const end = { type: 'complete', at: Date.now(), pullRequest: null, messageToUser: 'Done.' } as const
  await store.settle(
    claim.lease,
    (job) => applyTransition(job, end),
    (job) => job,
  )
}

/** A whole run: claim, record a step, settle. */
export async function run(store: JobStore): Promise<void> {
  const claim = await store.claim('w', 60_000)
  if (!claim) throw new Error('There was no job to run')
  await finish(store, claim)
}

/** Calls a second: `callers` loops, each with one call under way. */
export async function throughput(
  callers: number,
  calls: number,
  call: () => Promise<unknown>,
): Promise<number> {
  let left = calls
  const start = performance.now()
  const loop = async () => {
    while (left > 0) {
      left -= 1
      await call()
    }
  }
  await Promise.all(Array.from({ length: callers }, loop))
  return (calls / (performance.now() - start)) * 1_000
}
