import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

/** The commands for the index, keys, owners, questions, jobs, conversations, and limits. */
export const commands = definePlugin({
  name: 'commands',
  options: z.strictObject({}),
  setup(_options, host) {
    host.addCommand('index', async () => (await import('./projects/index-project.ts')).command)
    host.addCommand('keys', async () => (await import('./keys.ts')).command)
    host.addCommand('owner-link', async () => (await import('./owner-link.ts')).command)
    host.addCommand('ask', async () => (await import('./ask.ts')).command)
    host.addCommand('agent', async () => (await import('./agent.ts')).command)
    host.addCommand('threads', async () => (await import('./threads.ts')).command)
    host.addCommand('limits', async () => (await import('./limits.ts')).command)
  },
})
