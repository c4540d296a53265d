import { inject, injectable } from 'tsyringe'
import { DocentError } from '../errors/docent-error.ts'
import { Models } from '../models/models.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import type { ResolvedModel } from '../ports/model-provider.ts'
import { type Backoff, defaultBackoff } from '../turn/backoff.ts'
import type { TurnSpend } from '../turn/turn-spend.ts'
import { advise } from './advise.ts'
import { type BudgetLimits, CheckBudget } from './check-budget.ts'
import { type CallMeter, CountedModel } from './counted-model.ts'
import { fitnessOf } from './fitness.ts'
import type { ModelCard, ModelCheck, ModelDefect } from './model-card.ts'
import { ModelProbe } from './model-probe.ts'
import { type ProbedContext, probeContext } from './probe-context.ts'
import type { ProtocolCheck } from './protocol/protocol-check.ts'
import { REPLY_CHECKS } from './protocol/reply-checks.ts'
import { TOOL_CHECKS } from './protocol/tool-checks.ts'

const PROTOCOL_CHECKS: readonly ProtocolCheck[] = [...REPLY_CHECKS, ...TOOL_CHECKS]
/** What a window may miss of its claim: a template and the reply take some of it. */
const TOLERANCE = 0.9
const PLACES = new Intl.ListFormat('en')

/** Tasks that need more than the model alone, such as a site with its repository. */
export interface ModelTasks {
  count: number
  /** A task that throws ends the check. */
  run(run: TasksRun): Promise<void>
}

export interface TasksRun {
  /** Called after each. */
  onDone: (check: ModelCheck) => void
  /** Why nothing further begins; undefined while there is room. */
  over: () => string | undefined
  /** Counts the calls of the model in the tasks. */
  meter: CallMeter
}

export interface CheckModelOptions extends BudgetLimits {
  signal: AbortSignal
  /** Largest prompt that is tried, tokens; the claimed window when that is smaller. */
  mostContext: number
  /** Longest single call of the protocol checks, ms. Default: two minutes. */
  callMs?: number
  /** Run when the model answers at all. */
  tasks?: ModelTasks
  /** The spend caps that its calls count against. Nothing further begins when one is used up. */
  spend?: TurnSpend | undefined
  onProgress?: (label: string, done: number, of: number) => void
  backoff?: Backoff
}

/** Finds out what a configured model can do for Docent, and which settings make the best of it. */
@injectable()
export class CheckModel {
  constructor(
    @inject(Models) private readonly models: Models,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /**
   * A model that fails is a card that says so.
   * @throws DocentError `model_not_configured`, and `invalid_request` for a limit of the cost without a price.
   */
  async check(id: string, options: CheckModelOptions): Promise<ModelCard> {
    const { signal, tasks, mostContext, callMs = 120_000, backoff = defaultBackoff } = options
    const configured = this.models.resolve(id)
    const price = this.models.price(id)
    if (options.mostCost !== undefined && price === undefined)
      throw new DocentError(
        'invalid_request',
        `The cost of the check cannot be limited, because the price of ${id} is not known. Configure the price, or leave the limit out.`,
      )
    const began = this.clock.now()
    const meter: CallMeter = { calls: 0, refusals: 0, spend: options.spend }
    const resolved = { ...configured, model: new CountedModel(configured, meter) }
    const probe = new ModelProbe(resolved, { clock: this.clock, backoff, callMs, signal })
    const checks: ModelCheck[] = []
    const budget = new CheckBudget(
      options,
      () => this.clock.now(),
      price,
      () => tokensOf(checks),
    )
    const over = () => meter.stopped ?? budget.over()
    const of = PROTOCOL_CHECKS.length + 1 + (tasks?.count ?? 0)
    const done = (check: ModelCheck) => {
      checks.push(meter.stopped === undefined ? check : unpaid(check, meter.stopped))
      options.onProgress?.(check.area, checks.length, of)
    }
    options.onProgress?.('protocol', 0, of)
    for (const check of PROTOCOL_CHECKS) {
      const why = over()
      done(why === undefined ? await this.#protocol(probe, check) : skipped('protocol', check, why))
    }
    const isDead = checks.every(({ outcome }) => outcome === 'failed')
    const limit = Math.min(resolved.contextTokens, mostContext)
    const why = isDead ? DEAD : over()
    let probed: ProbedContext | undefined
    if (why !== undefined) done(skipped('context', WINDOW, why))
    else {
      const from = counted(probe, this.clock)
      probed = await probeContext(
        probe,
        limit,
        () => this.#code(),
        () => over() !== undefined,
      )
      done({ ...windowCheck(probed, limit, resolved), ...from() })
    }
    if (tasks && !isDead) await tasks.run({ onDone: done, over, meter })
    if (meter.refusals > 0) checks.push(refused(meter))
    const context = {
      claimed: resolved.contextTokens,
      measured: probed?.tokens ?? null,
      isAtLeast: probed?.isAtLeast ?? false,
    }
    const tokens = tokensOf(checks)
    return {
      model: id,
      at: this.clock.now(),
      ms: this.clock.now() - began,
      ...tokens,
      cost: this.models.cost(id, tokens),
      context,
      fitness: fitnessOf(checks),
      checks,
      advice: advise(checks, { resolved: configured, context }),
    }
  }

  async #protocol(probe: ModelProbe, { id, title, run }: ProtocolCheck): Promise<ModelCheck> {
    const from = counted(probe, this.clock)
    const finding = await run(probe, () => this.#code())
    return {
      id,
      area: 'protocol',
      title,
      ...(finding
        ? { outcome: 'failed', detail: finding.detail, defects: [finding.defect] }
        : { outcome: 'passed' }),
      ...from(),
    }
  }

  #code(): string {
    return this.ids.secret().slice(-7)
  }
}

const WINDOW = { id: 'context-window', title: 'Finds a fact anywhere in a long prompt' }
const DEAD = 'The model failed every earlier check.'

function tokensOf(checks: readonly ModelCheck[]): { inputTokens: number; outputTokens: number } {
  const sum = (key: 'inputTokens' | 'outputTokens') => checks.reduce((total, each) => total + each[key], 0)
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
}

function windowCheck(
  { tokens, isAtLeast, failure }: ProbedContext,
  limit: number,
  { contextTokens }: ResolvedModel,
): Omit<ModelCheck, 'ms' | 'inputTokens' | 'outputTokens'> {
  const check = { ...WINDOW, area: 'context' } as const
  const count = (value: number) => value.toLocaleString('en')
  if (isAtLeast || tokens >= limit * TOLERANCE)
    return {
      ...check,
      outcome: 'passed',
      detail: `Read ${count(tokens)} tokens, of ${count(contextTokens)} in the configuration.`,
    }
  const isCut =
    failure !== undefined &&
    failure.message === undefined &&
    failure.lost[0] === 'start' &&
    !failure.lost.includes('end')
  const defect: ModelDefect = isCut ? 'cuts-the-prompt' : 'small-window'
  const what =
    failure?.message !== undefined
      ? `The server refused ${count(failure.tokens)}: ${failure.message}`
      : isCut
        ? `Of ${count(failure.tokens)}, the start was lost without an error, because the server cuts off the prompt.`
        : `Of ${count(failure?.tokens ?? 0)}, what stood at the ${PLACES.format(failure?.lost ?? [])} was not found.`
  return {
    ...check,
    outcome: 'failed',
    detail: `Read ${count(tokens)} tokens, of ${count(contextTokens)} in the configuration. ${what}`,
    defects: [defect],
  }
}

function refused({ refusals, calls }: CallMeter): ModelCheck {
  const check = { id: 'rate-limit', title: 'The server takes calls as fast as they come' }
  return {
    ...skipped('protocol', check, `The server refused ${refusals} of ${calls} calls with status 429.`),
    outcome: 'failed',
    defects: ['rate-limited'],
  }
}

/** Without money a model can't show what it does. */
function unpaid({ defects, ...check }: ModelCheck, detail: string): ModelCheck {
  return check.outcome === 'passed' ? check : { ...check, outcome: 'skipped', detail }
}

/** A check that did not run. */
export function skipped(
  area: ModelCheck['area'],
  { id, title }: Pick<ModelCheck, 'id' | 'title'>,
  detail: string,
): ModelCheck {
  return { id, area, title, outcome: 'skipped', detail, ms: 0, inputTokens: 0, outputTokens: 0 }
}

/** Time and tokens from now on. */
function counted(
  probe: ModelProbe,
  clock: Clock,
): () => Pick<ModelCheck, 'ms' | 'inputTokens' | 'outputTokens'> {
  const { inputTokens, outputTokens } = probe
  const began = clock.now()
  return () => ({
    ms: clock.now() - began,
    inputTokens: probe.inputTokens - inputTokens,
    outputTokens: probe.outputTokens - outputTokens,
  })
}
