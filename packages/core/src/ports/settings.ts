import type { LeaseSettings } from '../domain/lease-settings.ts'
import type { AgentSettings, AssistantSettings, LimitSettings } from '../domain/settings-schemas.ts'
import { type Token, token } from './token.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

/** How a person mends what the configuration lacks. Core knows no vendor, so the application supplies the sentences. */
export interface Advice {
  /** What to set so that a git host keeps the repository, such as `Set GITHUB_TOKEN.` */
  gitHost?(repository: string): string
  /** What to set so that a project that names no model has one, such as `Set ANTHROPIC_API_KEY.` */
  model?: string
  /** What to set so that a model provider of this name exists. */
  modelProvider?(name: string): string
  /** What to add so that these ports are filled, by their names, such as `Add sqlite() of @docent/store-sqlite.` */
  ports?(names: readonly string[]): string
}

/** Everything that core reads from the configuration, resolved to complete values. */
export interface Settings {
  /** Keys of all HMACs, newest first. None: no key can be issued or checked. */
  secrets: readonly string[]
  limits: LimitSettings
  leases: LeaseSettings
  agent: AgentSettings
  assistant: AssistantSettings
  /** Endpoints that receive events of jobs; absent for none. */
  webhooks?: readonly WebhookEndpoint[]
  /** Days that an entry of the audit log is kept. Default: 365. */
  auditDays?: number
  /**
   * Repositories that organizations use through the git hosts of this server, by organization: whole URLs, `https://host/team/*`
   * for everything below it, or `*` for all. They count as soon as there are several organizations.
   */
  repositories?: Readonly<Record<string, readonly string[]>>
  /** Ends the messages about a missing git host, model provider or plugin. */
  advice?: Advice
}

export const Settings: Token<Settings> = token<Settings>('Settings')
