import type { GitHost, JobStore, Lease, Workspace, Workspaces } from '@docent/core'

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
      new Proxy(store, {
        get(target, key) {
          const member = Reflect.get(target, key) as unknown
          if (typeof member !== 'function') return member
          const bound = member.bind(target) as (...args: unknown[]) => Promise<unknown>
          if (key === 'claim') {
            return async (...args: unknown[]) => {
              await reach('before claim')
              const claim = await bound(...args)
              if (claim) await reach('after claim')
              return claim
            }
          }
          if (key === 'settle') return (...args: unknown[]) => around('settle', () => bound(...args))
          if (key === 'record') {
            return (...args: unknown[]) => {
              const [lease, { kind }] = args as [Lease, { kind: string }]
              const name = kind === 'model' ? `record model ${nextModelStep(lease)}` : `record ${kind}`
              return around(name, () => bound(...args))
            }
          }
          return bound
        },
      }),
    wrapHost: (host: GitHost): GitHost =>
      new Proxy(host, {
        get(target, key) {
          const member = Reflect.get(target, key) as unknown
          if (typeof member !== 'function') return member
          const bound = member.bind(target) as (...args: unknown[]) => Promise<unknown>
          return key === 'openPullRequest'
            ? (...args: unknown[]) => around('pull request', () => bound(...args))
            : bound
        },
      }),
    wrapWorkspaces: (workspaces: Workspaces): Workspaces => ({
      forget: (...args) => workspaces.forget(...args),
      async open(...args) {
        const workspace = await around('open', () => workspaces.open(...args))
        return new Proxy(workspace, {
          get(target, key) {
            const member = Reflect.get(target, key) as unknown
            if (typeof member !== 'function') return member
            const bound = member.bind(target) as (...args: unknown[]) => Promise<unknown>
            return key === 'push' || key === 'commit'
              ? (...given: unknown[]) => around(key, () => bound(...given))
              : bound
          },
        }) as Workspace
      },
    }),
  }
}
