import type { Problem } from '@docent/content'
import { MemoryWorkspace, type SeedFile } from '@docent/testing'
import { checkDocs } from '../src/agent/checks/check-docs.ts'
import { describeProblems } from '../src/agent/checks/describe-checks.ts'
import { WritePolicy } from '../src/agent/policy/write-policy.ts'
import { navigationAbove } from '../src/agent/site/navigation-above.ts'
import type { AgentToolContext } from '../src/agent/tools/agent-tool-context.ts'
import { docsSite } from '../src/domain/docs-site.ts'
import { organizationId, projectId } from '../src/domain/ids.ts'
import type { Project } from '../src/domain/project.ts'
import { PageInspector } from '../src/ingest/parsing/page-inspector.ts'
import type { TurnTool } from '../src/turn/turn-tool.ts'

export interface ToolScene {
  workspace: MemoryWorkspace
  context: AgentToolContext
  /** Runs a tool and answers its text, with `error: ` before it when the tool refused. */
  call(make: (context: AgentToolContext) => TurnTool, input: unknown): Promise<string>
  text(path: string): Promise<string | undefined>
}

/** The agent's tools over files in memory. */
export function toolScene(
  files: Readonly<Record<string, SeedFile>>,
  project: Partial<Project> = {},
  navigation: ReadonlySet<string> = new Set(),
): ToolScene {
  const workspace = new MemoryWorkspace(files)
  const whole: Project = {
    id: projectId('docs'),
    organizationId: organizationId('default'),
    domain: 'docs',
    name: 'Docs',
    repository: 'https://git.example/docs',
    docsPath: '',
    models: {},
    assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
    origin: 'store',
    disabled: false,
    createdAt: 0,
    ...project,
  }
  const context: AgentToolContext = {
    workspace,
    files: workspace,
    project: whole,
    policy: new WritePolicy(whole.docsPath, [], undefined, [], navigation),
    touched: new Set(),
    refused: new Set(),
    todos: [],
    searchDocs: async () => [],
    checkDocs: (signal) =>
      checkDocs({ workspace, site: docsSite(whole), inspector: new PageInspector() }, signal),
  }
  return {
    workspace,
    context,
    async call(make, input) {
      const signal = new AbortController().signal
      const { value, isError } = await make(context).run(input, { toolCallId: '1', signal })
      return `${isError ? 'error: ' : ''}${textOf(value)}`
    },
    async text(path) {
      const bytes = await workspace.read(path)
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
    },
  }
}

/** The same, where the navigation above the documentation is known, as it is in a run. */
export async function siteScene(
  files: Readonly<Record<string, SeedFile>>,
  project: Partial<Project>,
): Promise<ToolScene> {
  const { workspace, context } = toolScene(files, project)
  const { signal } = new AbortController()
  const site = docsSite(context.project)
  return toolScene(files, project, await navigationAbove({ workspace, site, signal }))
}

/** A tool with fields says the same in its message; problems stand as one line each. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('message' in value)) return String(value)
  const problems = 'problems' in value ? (value.problems as Problem[]) : []
  return problems.length === 0 ? String(value.message) : describeProblems(problems)
}
