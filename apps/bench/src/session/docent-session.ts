import { pathToFileURL } from 'node:url'
import {
  agentTools,
  BaseProblems,
  checkDocs,
  organizationId,
  PageInspector,
  type Project,
  projectId,
  WritePolicy,
} from '@docent/core'
import type { GitWorkspaces } from '@docent/workspace-git'
import type { SessionPlan } from './plan-session.ts'
import type { SessionTimes } from './session-times.ts'

export interface DocentSession {
  workspaces: GitWorkspaces
  gitDir: string
  branch: string
  base: string
  /** Name of the session: its ref in the cache. */
  keep: string
}

/** One session through the agent's own tools, on a workspace without a checkout. */
export async function docentSession(plan: SessionPlan, session: DocentSession): Promise<SessionTimes> {
  const { workspaces, gitDir, branch, base, keep } = session
  const url = pathToFileURL(gitDir).href
  const start = performance.now()
  const workspace = await workspaces.open({
    repository: url,
    remote: async () => ({ url }),
    branch: `docent/${keep}`,
    from: branch,
    keep,
  })
  try {
    const project = projectOf(url, plan.root, base)
    const site = { root: plan.root, ...(base === '' ? {} : { base }) }
    const inspector = new PageInspector()
    const known = new BaseProblems()
    const tools = agentTools({
      workspace,
      files: workspace,
      project,
      policy: new WritePolicy(plan.root),
      touched: new Set(),
      refused: new Set(),
      todos: [],
      searchDocs: async () => [],
      checkDocs: (signal) => checkDocs({ workspace, site, inspector, known }, signal),
    })
    const signal = new AbortController().signal
    let firstMs = 0
    const slowest: Record<string, number> = {}
    const failures: string[] = []
    for (const [n, { tool, input }] of plan.calls.entries()) {
      const began = performance.now()
      const output = await tools.find(({ name }) => name === tool)?.run(input, { toolCallId: `${n}`, signal })
      if (output === undefined || output.isError) failures.push(`${tool}: ${String(output?.value)}`)
      slowest[tool] = Math.max(slowest[tool] ?? 0, performance.now() - began)
      if (n === 0) firstMs = performance.now() - start
    }
    const callsMs = performance.now() - start
    const author = { name: 'Bench', email: 'bench@example.com' }
    await workspace.commit({ message: 'docs: session', author, date: 1e12 })
    const changed = (await workspace.changes()).length
    return { firstMs, callsMs, totalMs: performance.now() - start, slowest, changed, failures }
  } finally {
    await workspace.close()
  }
}

function projectOf(repository: string, docsPath: string, base: string): Project {
  return {
    id: projectId('docs'),
    organizationId: organizationId('default'),
    domain: 'docs',
    name: 'Docs',
    repository,
    docsPath,
    ...(base === '' ? {} : { siteUrl: `https://docs.example${base}` }),
    models: {},
    assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
    origin: 'store',
    disabled: false,
    createdAt: 0,
  }
}
