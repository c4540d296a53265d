import { docsSite } from '../../domain/docs-site.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import type { TurnTool } from '../../turn/turn-tool.ts'
import { addedProblems } from '../checks/added-check.ts'
import { BaseProblems } from '../checks/base-problems.ts'
import { checkDocs, type DocsCheck } from '../checks/check-docs.ts'
import { FilesWithContexts } from '../contexts/context-files.ts'
import { WritePolicy } from '../policy/write-policy.ts'
import { navigationAbove } from '../site/navigation-above.ts'
import type { AgentToolContext } from '../tools/agent-tool-context.ts'
import { agentTools } from '../tools/agent-tools.ts'
import type { AgentRunContext } from './agent-run-context.ts'
import { agentPrompt } from './prompt.ts'
import { RunContexts } from './run-contexts.ts'
import type { RunRecord } from './run-record.ts'
import { openRunWorkspace, workingBranch } from './run-workspace.ts'

/** The workspace of a run, and what the model works on it with. */
export interface OpenWorkspace {
  workspace: Workspace
  context: AgentToolContext
  contexts: RunContexts
  tools: readonly TurnTool[]
  /** The system prompt: it holds the instructions of the repository. */
  prompt: string
}

/** Keeps the workspace of a run open, as its recorded steps left it. */
export class WorkspaceSession {
  readonly #known = new BaseProblems()
  #workspace: Workspace | undefined
  #contexts: RunContexts | undefined
  #current: OpenWorkspace | undefined

  constructor(
    private readonly run: AgentRunContext,
    private readonly record: RunRecord,
  ) {}

  /** The first step of a run: which branch, at which commit, with what a failed run before it left. */
  async begin(): Promise<void> {
    const { run, record } = this
    const branch = await workingBranch(run)
    const workspace = await this.#open(branch, undefined)
    const { carried } = record.history
    if (carried.length > 0) await workspace.restore(carried, { signal: run.signal })
    this.#contexts = await RunContexts.open(run, undefined)
    const contexts = this.#contexts.found
    if (contexts.length > 0) run.log.add({ type: 'contexts', contexts })
    const data = { commit: workspace.base, branch, contexts: contexts.map((each) => ({ ...each })) }
    await record.add({ kind: 'opened', changes: carried, data })
  }

  /** The recorded changes on top of the base commit of the run; opened again after a restart. */
  async opened(): Promise<OpenWorkspace> {
    const { run } = this
    const { opened, changes, contexts } = this.record.history
    if (!opened) throw new DocentError('internal', 'The run has no opened workspace.')
    let workspace = this.#workspace
    if (!workspace) {
      workspace = await this.#open(opened.branch, opened.commit)
      if (changes.length > 0) await workspace.restore(changes, { signal: run.signal })
    }
    this.#contexts ??= await RunContexts.open(run, contexts)
    this.#current ??= await this.#assemble(workspace, this.#contexts)
    return this.#current
  }

  async hasChanges(): Promise<boolean> {
    const { workspace } = await this.opened()
    return (await workspace.changes({ signal: this.run.signal })).length > 0
  }

  async close(): Promise<void> {
    await this.#workspace?.close()
    await this.#contexts?.close()
  }

  async #open(branch: string, commit: string | undefined): Promise<Workspace> {
    this.#workspace = await openRunWorkspace(this.run, branch, commit)
    return this.#workspace
  }

  async #assemble(workspace: Workspace, contexts: RunContexts): Promise<OpenWorkspace> {
    const { run } = this
    const { inspector } = run
    const check: DocsCheck = { workspace, site: docsSite(run.project), inspector, known: this.#known }
    const refused = new Set<string>()
    const navigation = await navigationAbove({ ...check, signal: run.signal })
    const context: AgentToolContext = {
      workspace,
      files: new FilesWithContexts(workspace, contexts.files),
      project: run.project,
      policy: new WritePolicy(
        run.project.docsPath,
        run.settings.denyPaths,
        (path) => refused.add(path),
        run.settings.allowPaths,
        navigation,
      ),
      touched: new Set(),
      refused,
      todos: run.job.todos,
      searchDocs: (text, signal) => run.searchDocs(text, signal),
      checkDocs: async (signal) => {
        const [report, added] = await Promise.all([
          checkDocs(check, signal),
          addedProblems(run.addedChecks, { workspace, project: run.project, signal }),
        ])
        return { ...report, problems: [...report.problems, ...added] }
      },
    }
    const messages = await run.jobs.messages(run.job.id, { signal: run.signal })
    const { project, host, signal } = run
    const prompt = await agentPrompt(
      { project, host: host.capabilities, workspace, contexts: contexts.found, messages },
      signal,
    )
    return { workspace, context, contexts, tools: agentTools(context, run.addedTools), prompt }
  }
}
