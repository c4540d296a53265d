import { inject, injectable } from 'tsyringe'
import type { CheckedClaims, ClaimSettings } from '../../domain/checked-claims.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { SpendCaps, type SpendSubject } from '../../limits/spend-caps.ts'
import { ClaimChecker, type EvidencedClaim, NO_CLAIM_CHECKER } from '../../ports/claim-checker.ts'
import { Logger } from '../../ports/logger.ts'
import type { ResolvedModel } from '../../ports/model-provider.ts'
import { Settings } from '../../ports/settings.ts'
import { defaultBackoff } from '../../turn/backoff.ts'
import { runStep } from '../../turn/run-step.ts'
import { TurnBudget } from '../../turn/turn-budget.ts'
import { answerClaims } from './answer-claims.ts'
import { modelClaimChecker } from './model-claim-checker.ts'

/** Longest check of one answer, ms. */
const LONGEST_CHECK_MS = 60_000
/** Checks of answers at the same time, in one process. An answer that comes while so many run is not checked. */
const MOST_AT_ONCE = 8
/** Characters of evidence. */
const MOST_EVIDENCE = 12_000
/** Tokens of one verdict, and beside them for a model that thinks first. */
const TOKENS_A_CLAIM = 30
const SPARE_TOKENS = 1_000

/** An answer that a reader has. */
export interface AnsweredText {
  readonly text: string
  /** What it cites, else all that was found. */
  readonly evidence: readonly string[]
  readonly model: ResolvedModel
  /** Whose spend caps the judge counts against. */
  readonly subject: SpendSubject
}

/** Checks the sentences of answers against what they cite. */
@injectable()
export class CheckClaims {
  #running = 0

  constructor(
    @inject(Settings) private readonly settings: Settings,
    @inject(SpendCaps) private readonly spendCaps: SpendCaps,
    @inject(Logger) private readonly logger: Logger,
    @inject(ClaimChecker) private readonly checker: ClaimChecker = NO_CLAIM_CHECKER,
  ) {}

  /**
   * Undefined for an answer without claims or evidence, and when it could not be checked, which the log tells.
   */
  async check(answer: AnsweredText, settings: ClaimSettings): Promise<CheckedClaims | undefined> {
    const evidence = answer.evidence.join('\n\n').slice(0, MOST_EVIDENCE)
    const placed = evidence === '' ? [] : answerClaims(answer.text)
    if (placed.length === 0) return undefined
    if (this.#running >= MOST_AT_ONCE) {
      this.logger.warn(
        { running: this.#running },
        'claims of an answer were not checked: too many checks run',
      )
      return undefined
    }
    this.#running++
    try {
      const checker = this.#checkerOf(answer, settings)
      const signal = AbortSignal.timeout(LONGEST_CHECK_MS)
      const claims: EvidencedClaim[] = placed.map(({ text }) => ({ text, evidence }))
      const verdicts = await checker.check(claims, { signal })
      if (verdicts.length !== claims.length)
        throw new DocentError(
          'internal',
          `The checker ${checker.name} judged ${verdicts.length} of ${claims.length} claims.`,
        )
      return {
        checker: checker.name,
        threshold: settings.threshold,
        claims: placed.map(({ start, end }, at) => ({ start, end, supported: verdicts[at]?.supported ?? 0 })),
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'the claims of an answer could not be checked')
      return undefined
    } finally {
      this.#running--
    }
  }

  #checkerOf(answer: AnsweredText, { by }: ClaimSettings): ClaimChecker {
    if (by === 'model') return this.#judge(answer)
    if (this.checker === NO_CLAIM_CHECKER)
      throw new DocentError(
        'configuration',
        'No plugin checks claims. Add one to "plugins", or set assistant.claims.by to "model".',
      )
    return this.checker
  }

  #judge({ model, subject }: AnsweredText): ClaimChecker {
    const { assistant } = this.settings
    return modelClaimChecker(model.id, async (prompt, claims, signal) => {
      const maxOutputTokens = Math.min(claims * TOKENS_A_CLAIM + SPARE_TOKENS, model.outputTokens)
      const budget = new TurnBudget(
        {
          maxSteps: 1,
          endsWithAnswer: true,
          maxOutputTokens,
          maxTextTokens: maxOutputTokens,
          maxTokens: assistant.maxTokens,
          maxCostUsd: assistant.maxCostUsd,
          maxToolCalls: 0,
          maxOutputBytes: assistant.maxOutputBytes,
          maxMs: LONGEST_CHECK_MS,
        },
        { price: model.price },
      )
      const { firstPartMs, idlePartMs, maxAttempts } = assistant
      return runStep(
        {
          model: model.model,
          prompt,
          tools: [],
          budget,
          spend: await this.spendCaps.open(subject, model, { signal }),
          signal,
          firstPartMs,
          idlePartMs,
          maxAttempts,
          restartable: true,
          backoff: defaultBackoff,
        },
        () => undefined,
      )
    })
  }
}
