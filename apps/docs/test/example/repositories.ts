import { defineCommand, definePlugin, ProjectStore } from '@docent/core/plugin'
import { z } from 'zod'

const listRepositories = defineCommand({
  description: 'List the repositories of all projects',
  args: { host: { type: 'string', description: 'Only repositories on this host' } },
  example: 'repositories --host github.com',
  json: z.array(z.string()),
  async work({ docent, args, signal }) {
    const projects = await docent.resolve(ProjectStore).list({ signal })
    const repositories = projects.flatMap(({ repository }) => repository ?? [])
    return repositories.filter((one) => args.host === undefined || new URL(one).host === args.host)
  },
  show: (repositories, out) => {
    for (const one of repositories) out.line(one)
  },
})

export const repositories = definePlugin({
  name: 'repositories',
  options: z.strictObject({}),
  setup: (_options, host) => host.addCommand('repositories', listRepositories),
})
