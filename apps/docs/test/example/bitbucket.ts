import { RegisteredGitHosts } from '@docent/core'
import {
  defineApiOperation,
  defineCommand,
  definePlugin,
  json,
  type PluginManifest,
  ProjectStore,
} from '@docent/core/plugin'
import { gitHostOptions, gitHostSettings, givenVariable, registerHost } from '@docent/git-host'
import { z } from 'zod'
import { BitbucketGitHost, VARIABLES } from './bitbucket-git-host.ts'

const manifest: PluginManifest = {
  credentials: [
    { name: 'BITBUCKET_TOKEN', about: 'Bitbucket: API token' },
    { name: 'BITBUCKET_EMAIL', about: 'Bitbucket: email address of the account' },
  ],
  gitHosts: [
    {
      name: 'bitbucket',
      label: 'Bitbucket Cloud',
      add: 'bitbucket() of docent-git-bitbucket',
      recognizes: ({ hostname }) => hostname === 'bitbucket.org',
      variables: () => [
        {
          name: 'BITBUCKET_EMAIL',
          meaning: 'Email address of the account',
          question: 'Which Bitbucket account does the API token belong to? Enter its email address.',
        },
        { name: 'BITBUCKET_TOKEN', meaning: 'API token of Bitbucket' },
      ],
    },
  ],
}

const getBranch = defineApiOperation({
  id: 'getBitbucketBranch',
  summary: 'Show the default branch of a repository on Bitbucket',
  tag: 'Bitbucket',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The branch.',
    content: { 'application/json': z.object({ branch: z.string() }) },
  },
  async handle({ docent, project, signal }) {
    const host = docent.resolve(RegisteredGitHosts).find(({ name }) => name === 'bitbucket')
    const branch = await host?.defaultBranch(project.repository ?? '', { signal })
    return json({ branch: branch ?? '' })
  },
})

const listProjects = defineCommand({
  description: 'List the projects whose repository is on Bitbucket',
  args: {},
  example: 'bitbucket',
  json: z.array(z.object({ id: z.string(), repository: z.string() })),
  async work({ docent, signal }) {
    const projects = await docent.resolve(ProjectStore).list({ signal })
    return projects.flatMap(({ id, repository }) =>
      repository !== undefined && new URL(repository).hostname === 'bitbucket.org'
        ? [{ id, repository }]
        : [],
    )
  },
  show: (projects, out) => {
    for (const { id, repository } of projects) out.line(`${id}: ${repository}`)
  },
})

export const bitbucket = definePlugin({
  name: 'git-bitbucket',
  manifest,
  options: z.strictObject({
    ...gitHostOptions('bitbucket', {
      token: 'API token. Default: BITBUCKET_TOKEN.',
      baseUrl: 'Address of the API. Default: BITBUCKET_API_URL, or https://api.bitbucket.org/2.0.',
      webhookSecret: 'Secret that signs webhooks. Default: BITBUCKET_WEBHOOK_SECRET.',
    }),
    email: z.email().optional().describe('Email address of the account. Default: BITBUCKET_EMAIL.'),
  }),
  setup(options, host) {
    const { env, clock, logger } = host
    const settings = gitHostSettings(options, env, VARIABLES, 'https://api.bitbucket.org/2.0')
    const email = options.email ?? givenVariable(env.BITBUCKET_EMAIL)
    registerHost(host, new BitbucketGitHost({ ...settings, email }, { clock, logger }), {
      plugin: 'git-bitbucket',
      missing: settings.token === undefined ? 'token' : undefined,
    })
    host.addRoutes([['GET', '/api/projects/{projectId}/bitbucket-branch', getBranch]])
    host.addCommand('bitbucket', listProjects)
  },
})
