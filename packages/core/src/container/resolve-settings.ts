import { defined } from '@docent/content'
import type { z } from 'zod'
import { LeaseSettings } from '../domain/lease-settings.ts'
import { AgentSettings, AssistantSettings, LimitSettings } from '../domain/settings-schemas.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { Settings } from '../ports/settings.ts'

/** The settings as a person writes them: every one may be left out. */
export type SettingsInput = Partial<Omit<Settings, 'limits' | 'leases' | 'agent' | 'assistant'>> & {
  limits?: z.input<typeof LimitSettings>
  leases?: z.input<typeof LeaseSettings>
  agent?: z.input<typeof AgentSettings>
  assistant?: z.input<typeof AssistantSettings>
}

/** Fills in the defaults. @throws DocentError `configuration` that names the setting. */
export function resolveSettings(input: SettingsInput = {}): Settings {
  const agent = complete('agent', AgentSettings, input.agent)
  const leases = complete('leases', LeaseSettings, input.leases)
  const { leaseMs, heartbeatMs } = agent
  return {
    ...input,
    secrets: input.secrets ?? [],
    limits: complete('limits', LimitSettings, input.limits),
    leases: { ...leases, jobs: { ...leases.jobs, ...defined({ leaseMs, heartbeatMs }) } },
    agent,
    assistant: complete('assistant', AssistantSettings, input.assistant),
  }
}

function complete<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  given: z.input<Schema> | undefined,
): z.output<Schema> {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: ['settings', name, ...path].join('.'),
    message,
  }))
  const list = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new DocentError('configuration', `A setting is wrong. ${list}`, { issues })
}
