import { AddProject, type Docent, DocentError, GitHosts, type Project, ProjectStore } from '@docent/core'
import { defineCommand } from 'citty'
import { ProjectOptions } from '../config/project-options.ts'
import { validate } from '../middleware/validate.ts'
import { printJson, printTable } from './output.ts'
import { withDocent } from './with-docent.ts'

const json = { type: 'boolean', default: false, description: 'Print JSON' } as const

const add = defineCommand({
  meta: { name: 'add', description: 'Add a documentation project' },
  args: {
    id: { type: 'positional', required: true, description: 'Unique on the server and never changed' },
    repository: {
      type: 'string',
      description: 'URL of its repository, such as https://github.com/acme/docs',
    },
    crawl: {
      type: 'string',
      description:
        'Website to read the documentation from, such as https://docs.acme.com; the agent needs a repository',
    },
    domain: { type: 'string', description: 'DNS label for the assistant API; default: the id' },
    name: { type: 'string', description: 'For people' },
    organization: { type: 'string', default: 'default', description: 'Organization that owns it' },
    branch: { type: 'string', description: 'Default branch; default: what the git host says' },
    'docs-path': { type: 'string', description: 'Folder of the documentation in the repository' },
    'git-host': { type: 'string', description: 'Name of the git host plugin' },
    'site-url': { type: 'string', description: 'Public address of the site' },
    'agent-model': { type: 'string', description: 'provider:model that runs jobs' },
    'assistant-model': { type: 'string', description: 'provider:model that answers' },
    json,
  },
  run: ({ args }) => {
    if (args.repository === undefined && args.crawl === undefined)
      throw new DocentError('invalid_request', 'Name the documentation: give --repository or --crawl.')
    const config = validate(
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
        models: given({ agent: args['agent-model'], assistant: args['assistant-model'] }),
      }),
      'project',
    )
    return withDocent(async (docent, signal) => {
      const project = await docent.resolve(AddProject).add(config)
      const { repository } = project
      const warning = repository && (await unreachable(docent, project, repository, signal))
      if (warning) console.error(`Warning: ${warning}`)
      if (args.json) return printJson(project)
      console.log(
        `Project ${project.id} is added. Index it with "docent index ${project.id}", or let the running server do it.`,
      )
    })
  },
})

const list = defineCommand({
  meta: { name: 'list', description: 'List the projects of the server' },
  args: { json },
  run: ({ args }) =>
    withDocent(async (docent) => {
      const projects = await docent.resolve(ProjectStore).list()
      if (args.json) return printJson(projects)
      printTable(
        ['ID', 'DOMAIN', 'ORGANIZATION', 'REPOSITORY', 'FROM', 'STATE'],
        projects.map((project) => [
          project.id,
          project.domain,
          project.organizationId,
          project.repository ?? project.source?.url ?? '',
          project.origin,
          project.disabled ? 'disabled' : 'active',
        ]),
      )
    }),
})

export const command = defineCommand({
  meta: { name: 'projects', description: 'Add and list documentation projects' },
  subCommands: { add, list },
})

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
    const host = docent.resolve(GitHosts).forProject(project)
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
