import type { LimitSettings } from '../domain/project.ts'
import { type Token, token } from './token.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

/** What an operator can set about runs of the agent. */
export interface AgentSettings {
  /** Jobs that one process runs at once. */
  concurrency: number
  /** How long a claim lasts without a heartbeat, ms. */
  leaseMs: number
  heartbeatMs: number
  /** Steps of the model in one run. */
  maxSteps: number
  /** Input and output tokens of one run. */
  maxTokens: number
  /** Price of one run in US dollars, where the price of the model is known. */
  maxCostUsd: number
  /** Input and output tokens of all runs of one organization and day (UTC). */
  organizationTokensPerDay: number
  /** Time that workers spend on one run, ms. */
  maxRunMs: number
  maxChangedFiles: number
  maxChangedBytes: number
  /** Attempts of one model call or git operation, the first included. */
  maxAttempts: number
  /** Times that failed checks go back to the model before they are only told. */
  maxCheckRounds: number
  /** Days after which an untouched settled job whose pull request is not open is archived. */
  archiveAfterDays: number
  /** Days that steps and events of a settled job are kept. */
  keepStepsDays: number
  keepEventsDays: number
  author: { name: string; email: string }
  /** Globs, relative to the repository root, that the agent can never write, beside the built-in ones. */
  denyPaths: readonly string[]
}

export interface AssistantSettings {
  /** Model steps of one answer: the last has no tools. */
  maxSteps: number
  maxOutputTokens: number
  /** Turns of the thread that the model sees. */
  historyTurns: number
  /** Time until the first part of a model's reply, and between two parts, ms. */
  firstPartMs: number
  idlePartMs: number
  /** Attempts of one model call, the first included. */
  maxAttempts: number
  /** Days that a conversation is kept after its last turn. */
  keepThreadsDays: number
  /** For projects with a re-ranking model. */
  rerank: {
    /** Passages that it orders, the best of the search. */
    candidates: number
    /** Longest wait for it, ms. */
    timeoutMs: number
  }
}

/** Everything that core reads from the configuration, resolved to complete values. */
export interface Settings {
  /** Keys of all HMACs, newest first, at least one. */
  secrets: readonly string[]
  limits: LimitSettings
  agent: AgentSettings
  assistant: AssistantSettings
  /** Who is told of jobs; absent for nobody. */
  webhooks?: readonly WebhookEndpoint[]
}

export const Settings: Token<Settings> = token<Settings>('Settings')
