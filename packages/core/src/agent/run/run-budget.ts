import type { LimitResult } from '../../domain/limit.ts'
import { SpendReached } from '../../domain/spend-reached.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { FileChange } from '../../ports/workspaces.ts'
import { TurnBudget } from '../../turn/turn-budget.ts'
import type { TurnSpend } from '../../turn/turn-spend.ts'
import type { AgentRunContext } from './agent-run-context.ts'
import type { RunHistory } from './run-history.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Budgeted = Pick<
  AgentRunContext,
  'job' | 'project' | 'settings' | 'model' | 'limiter' | 'spendCaps' | 'signal'
>

/** What is left of the run's budget. @param workMs what workers spent on the run until now, ms */
export function turnBudget(
  { settings, model }: Pick<Budgeted, 'settings' | 'model'>,
  history: RunHistory,
  workMs: number,
): TurnBudget {
  const limits = {
    maxSteps: settings.maxSteps,
    endsWithAnswer: false,
    maxOutputTokens: model.outputTokens,
    maxTextTokens: Number.POSITIVE_INFINITY,
    maxTokens: settings.maxTokens,
    maxCostUsd: settings.maxCostUsd,
    maxToolCalls: settings.maxToolCalls,
    maxOutputBytes: settings.maxOutputBytes,
    maxMs: settings.maxRunMs,
  }
  const { modelSteps: steps, inputTokens, outputTokens, toolCalls, outputBytes } = history
  const used = { steps, inputTokens, outputTokens, toolCalls, outputBytes, ms: workMs }
  return new TurnBudget(limits, { price: model.price, used })
}

/**
 * Which budget of the run is used up, as the pull request says it; undefined while there is room.
 *
 * @param workMs what workers spent on the run until now, ms
 */
export async function budgetReached(
  run: Budgeted,
  history: RunHistory,
  workMs: number,
): Promise<string | undefined> {
  const reached = turnBudget(run, history, workMs).reached()
  if (reached) return reached.message
  const [day] = (await takeTokens(run, 0)).states
  if (day !== undefined && day.remaining <= 0) {
    const tokens = run.settings.organizationTokensPerDay
    return `the organization's limit of ${tokens} tokens a day was reached. ${untilReset(day.resetAt, 'agent.organizationTokensPerDay')}`
  }
  return undefined
}

/**
 * The monthly spend caps that the next step counts against; what to say instead when one is used up.
 *
 * @throws DocentError `configuration` when the price of the model is unknown.
 */
export async function spendOf({
  job,
  project,
  model,
  spendCaps,
  signal,
}: Budgeted): Promise<{ spend?: TurnSpend | undefined; stopped?: string }> {
  try {
    return { spend: await spendCaps.open({ project, key: job.spendKey }, model, { signal }) }
  } catch (error) {
    if (!(error instanceof SpendReached)) throw error
    const { scope, max, resetAt } = error.spend
    const option = scope === 'project' ? 'spendUsdPerMonth of the project' : 'the spend cap of the key'
    return {
      stopped: `the monthly spend cap of ${max} US dollars of the ${scope} was reached. ${untilReset(resetAt, option)}`,
    }
  }
}

function untilReset(resetAt: number, option: string): string {
  const time = new Date(resetAt).toISOString().slice(0, 16).replace('T', ' ')
  return `Runs can continue at ${time} UTC, or earlier if an administrator increases ${option}.`
}

/** Counts tokens against the organization's day; the last step of a day may go over it, the next does not begin. */
export async function spendTokens(run: Budgeted, tokens: number): Promise<void> {
  const taken = await takeTokens(run, tokens)
  if (!taken.allowed) await takeTokens(run, taken.refusedBy?.remaining ?? 0)
}

/** @throws DocentError `invalid_request` when a run changed more files or bytes than it may. */
export function refuseTooMuch(changes: readonly FileChange[], settings: AgentRunContext['settings']): void {
  const { maxChangedFiles, maxChangedBytes } = settings
  const bytes = changes.reduce((sum, change) => sum + (change.content?.length ?? 0), 0)
  const tooMuch = (changed: string, most: number) =>
    new DocentError(
      'invalid_request',
      `The run changed ${changed}; at most ${most} are allowed. Ask for less at once.`,
    )
  if (changes.length > maxChangedFiles) throw tooMuch(`${changes.length} files`, maxChangedFiles)
  if (bytes > maxChangedBytes) throw tooMuch(`${bytes} bytes`, maxChangedBytes)
}

function takeTokens({ job, settings, limiter, signal }: Budgeted, cost: number): Promise<LimitResult> {
  const window = { kind: 'fixed', ms: DAY_MS } as const
  const key = `agent:tokens:${job.organizationId}`
  const max = settings.organizationTokensPerDay
  return limiter.take([{ scope: 'organization', key, max, window, cost }], { signal })
}
