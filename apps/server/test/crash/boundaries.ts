import type { GitHost, JobStore, Lease, Workspaces } from '@docent/core/plugin'
import { wrapMethods } from './wrap-methods.ts'

/**
 * The boundaries of a run, in order. `before` dies without the effect, `after` with the effect done and its reply
 * never seen.
 */
export const BOUNDARIES = [
  'before claim',
  'after claim',
  'before open',
  'after open',
  'before record opened',
  'after record opened',
  'before record model 1',
  'after record model 1',
  'before record model 2',
  'after record model 2',
  'before record model 3',
  'after record model 3',
  'before commit',
  'after commit',
  'before record publish-intent',
  'after record publish-intent',
  'before push',
  'after push',
  'before record pushed',
  'after record pushed',
  'before pull request',
  'after pull request',
  'before record pull-request',
  'after record pull-request',
  'before settle',
  'after settle',
] as const

export type Boundary = (typeof BOUNDARIES)[number]

/** Wraps the ports so that `reach` is told of each boundary as the run passes it. */
export function boundaryWraps(reach: (boundary: string) => void | Promise<void>) {
  /** Model steps of each lease: a job that another worker begins again is counted from its start. */
  const models = new Map<string, number>()
  const nextModelStep = ({ jobId, token }: Lease) => {
    const key = `${jobId} ${token}`
    const step = (models.get(key) ?? 0) + 1
    models.set(key, step)
    return step
  }
  const around = async <Value>(name: string, call: () => Promise<Value>): Promise<Value> => {
    await reach(`before ${name}`)
    const value = await call()
    await reach(`after ${name}`)
    return value
  }
  return {
    wrapStore: (store: JobStore): JobStore =>
      wrapMethods(store, (method, call) => {
        if (method === 'claim') {
          return async (...args) => {
            await reach('before claim')
            const claim = await call(...args)
            if (claim) await reach('after claim')
            return claim
          }
        }
        if (method === 'settle') return (...args) => around('settle', () => call(...args))
        if (method !== 'record') return undefined
        return (...args) => {
          const [lease, { kind }] = args as [Lease, { kind: string }]
          const name = kind === 'model' ? `record model ${nextModelStep(lease)}` : `record ${kind}`
          return around(name, () => call(...args))
        }
      }),
    wrapHost: (host: GitHost): GitHost =>
      wrapMethods(host, (method, call) =>
        method === 'openPullRequest' ? (...args) => around('pull request', () => call(...args)) : undefined,
      ),
    wrapWorkspaces: (workspaces: Workspaces): Workspaces => ({
      forget: (...args) => workspaces.forget(...args),
      async open(...args) {
        const workspace = await around('open', () => workspaces.open(...args))
        return wrapMethods(workspace, (method, call) =>
          method === 'push' || method === 'commit'
            ? (...given) => around(method, () => call(...given))
            : undefined,
        )
      },
    }),
  }
}
