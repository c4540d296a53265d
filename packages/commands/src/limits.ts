import { projectNamed, timeText } from '@docent/command-line'
import { SpendCaps, type SpendKey } from '@docent/core'
import { defineCommand, KeyStore, ProjectStore } from '@docent/core/plugin'
import { z } from 'zod'

const LimitShape = z.object({
  scope: z.enum(['project', 'key']),
  id: z.string(),
  name: z.string(),
  max: z.number(),
  used: z.number(),
  left: z.number(),
  resetAt: z.number(),
})

export const command = defineCommand({
  description: 'Show monthly spend caps and how much of each is used',
  args: {
    project: { type: 'string', alias: 'p', description: 'ID of the project; default: all projects' },
  },
  example: 'limits',
  json: z.array(LimitShape),
  async work({ docent, args, signal }) {
    const projects =
      args.project === undefined
        ? (await docent.resolve(ProjectStore).list({ signal })).filter(({ disabled }) => !disabled)
        : [await projectNamed(docent, args.project)]
    const caps = docent.resolve(SpendCaps)
    const found: z.input<typeof LimitShape>[] = []
    for (const project of projects)
      for (const state of await caps.report({ project }, { signal }))
        found.push({ ...state, name: project.name })
    const ids = new Set(projects.map(({ id }) => id))
    for (const organization of new Set(projects.map(({ organizationId }) => organizationId)))
      for (const key of await docent.resolve(KeyStore).list(organization, { signal })) {
        const isOfThem = key.projectIds.length === 0 || key.projectIds.some((id) => ids.has(id))
        if (key.revokedAt !== null || !isOfThem) continue
        const subject: { key: SpendKey } = { key }
        for (const state of await caps.report(subject, { signal })) found.push({ ...state, name: key.name })
      }
    return found
  },
  show(caps, out) {
    if (caps.length === 0)
      return out.line(
        'There is no spend cap. Set spendUsdPerMonth in a project, or create a key with --spend-per-month.',
      )
    out.table(
      ['SCOPE', 'ID', 'NAME', 'CAP', 'USED', 'LEFT', 'RESETS'],
      caps.map(({ scope, id, name, max, used, left, resetAt }) => [
        scope,
        id,
        name,
        dollars(max),
        dollars(used),
        dollars(left),
        timeText(resetAt),
      ]),
    )
  },
})

function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`
}
