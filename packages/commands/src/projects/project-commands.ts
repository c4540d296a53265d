import { auditCommand, defineAction, readDollars } from '@docent/command-line'
import { AddProject, GitHosts, RemoveProject } from '@docent/core'
import { type Docent, DocentError, type Project, ProjectStore, projectId } from '@docent/core/plugin'
import { ProjectOptions, validate } from '@docent/http/settings'
import { z } from 'zod'

const ProjectShape = z.looseObject({
  id: z.string(),
  organizationId: z.string(),
  domain: z.string(),
  name: z.string(),
  repository: z.string().exactOptional(),
  source: z.looseObject({ plugin: z.string(), url: z.string() }).exactOptional(),
  docsPath: z.string(),
  spendUsdPerMonth: z.number().exactOptional(),
  models: z.record(z.string(), z.string()),
  origin: z.enum(['config', 'store', 'demo']),
  disabled: z.boolean(),
  createdAt: z.number(),
})

const add = defineAction({
  description: 'Add a documentation project',
  args: {
    id: { type: 'positional', required: true, description: 'ID of the project; you cannot change it later' },
    repository: {
      type: 'string',
      description: 'URL of the repository, such as https://github.com/acme/docs',
    },
    crawl: {
      type: 'string',
      description:
        'Website to read the documentation from, such as https://docs.acme.com; the agent needs a repository',
    },
    domain: {
      type: 'string',
      description: 'Name in the paths of the assistant API, such as my-docs; default: the ID',
    },
    name: { type: 'string', description: 'Name that people see; default: the ID' },
    organization: { type: 'string', default: 'default', description: 'Organization that owns the project' },
    branch: { type: 'string', description: 'Branch to index; default: the default branch on the git host' },
    'docs-path': { type: 'string', description: 'Folder of the documentation in the repository' },
    'git-host': { type: 'string', description: 'Name of the git host plugin' },
    'site-url': { type: 'string', description: 'Public address of the site' },
    'spend-per-month': { type: 'string', description: 'Most US dollars that models can cost in a month' },
    'agent-model': { type: 'string', description: 'Model for jobs, as provider:model' },
    'assistant-model': { type: 'string', description: 'Model for answers, as provider:model' },
  },
  example: 'projects add handbook --repository https://github.com/acme/handbook --docs-path docs',
  json: ProjectShape,
  input: { schema: ProjectOptions, read: configOf },
  async work({ docent, input, out, signal }) {
    const project = await docent.resolve(AddProject).add(input)
    await auditCommand(docent, project.organizationId, 'project.add', project.id)
    const { repository } = project
    const warning = repository && (await unreachable(docent, project, repository, signal))
    if (warning) out.warning(warning)
    return shapeOf(project)
  },
  show: ({ id }, out) =>
    out.line(`Project ${id} is added. Index it with "docent index ${id}", or let the running server do it.`),
})

const list = defineAction({
  description: 'List the projects of the server',
  args: {},
  example: 'projects list',
  json: z.array(ProjectShape),
  work: async ({ docent }) => (await docent.resolve(ProjectStore).list()).map(shapeOf),
  show: (projects, out) =>
    out.table(
      ['ID', 'DOMAIN', 'ORGANIZATION', 'REPOSITORY', 'FROM', 'STATE'],
      projects.map((project) => [
        project.id,
        project.domain,
        project.organizationId,
        project.repository ?? project.source?.url ?? '',
        project.origin,
        project.disabled ? 'removed' : 'active',
      ]),
    ),
})

const remove = defineAction({
  description: 'Remove a project; Docent keeps its jobs, conversations, and keys',
  args: {
    id: { type: 'positional', required: true, description: 'ID of the project, from "docent projects list"' },
  },
  example: 'projects remove handbook',
  json: ProjectShape,
  async work({ args, docent, signal }) {
    const project = await docent.resolve(ProjectStore).get(projectId(args.id), { signal })
    if (!project || project.disabled)
      throw new DocentError(
        'not_found',
        `There is no project "${args.id}". To see all projects, run "docent projects list".`,
      )
    const removed = await docent.resolve(RemoveProject).remove(project, { signal })
    await auditCommand(docent, removed.organizationId, 'project.remove', removed.id)
    return shapeOf(removed)
  },
  show: ({ id }, out) =>
    out.line(`Project ${id} is removed. To restore it, run "docent projects restore ${id}".`),
})

const restore = defineAction({
  description: 'Restore a removed project',
  args: {
    id: {
      type: 'positional',
      required: true,
      description: 'ID of the project, from "docent projects list"',
    },
  },
  example: 'projects restore handbook',
  json: ProjectShape,
  async work({ args, docent, signal }) {
    const project = await docent.resolve(RemoveProject).restore(args.id, { signal })
    await auditCommand(docent, project.organizationId, 'project.restore', project.id)
    return shapeOf(project)
  },
  show: ({ id }, out) => out.line(`Project ${id} is restored.`),
})

/** Below `docent projects`, beside `inspect`, which needs the configuration of a server. */
export const PROJECT_COMMANDS = { add, list, remove, restore }

function shapeOf(project: Project): z.input<typeof ProjectShape> {
  return JSON.parse(JSON.stringify(project))
}

function configOf(args: Readonly<Record<string, unknown>>): z.output<typeof ProjectOptions> {
  if (args.repository === undefined && args.crawl === undefined)
    throw new DocentError('invalid_request', 'Say where the documentation is: add --repository or --crawl.')
  return validate(
    ProjectOptions,
    given({
      id: args.id,
      repository: args.repository,
      source: args.crawl === undefined ? undefined : { url: args.crawl },
      domain: args.domain,
      name: args.name,
      organization: args.organization,
      branch: args.branch,
      docsPath: args['docs-path'],
      gitHost: args['git-host'],
      siteUrl: args['site-url'],
      spendUsdPerMonth:
        args['spend-per-month'] === undefined
          ? undefined
          : readDollars('--spend-per-month', String(args['spend-per-month'])),
      models: given({ agent: args['agent-model'], assistant: args['assistant-model'] }),
    }),
    'project',
  )
}

/** A host that does not answer by then may do so later, ms. */
const CHECK_MS = 5_000

/** What keeps the git host from answering for the repository: no failure, because it may be mended later. */
async function unreachable(
  docent: Docent,
  project: Project,
  repository: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(CHECK_MS)
  try {
    const host = await docent.resolve(GitHosts).forProject(project, { signal })
    await host.defaultBranch(repository, { signal: AbortSignal.any([signal, deadline]) })
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.aborted) return `${repository} did not answer within ${CHECK_MS / 1_000} seconds.`
    if (DocentError.is(error)) return error.message
    throw error
  }
}

/** Without the options that were left out. */
function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
