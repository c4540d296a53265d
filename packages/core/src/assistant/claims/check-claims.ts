import { inject, injectable } from 'tsyringe'
import type { CheckedClaim, CheckedClaims, ClaimSettings } from '../../domain/checked-claims.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { SpendCaps, type SpendSubject } from '../../limits/spend-caps.ts'
import {
  ClaimChecker,
  type ClaimVerdict,
  type EvidencedClaim,
  NO_CLAIM_CHECKER,
} from '../../ports/claim-checker.ts'
import { Logger } from '../../ports/logger.ts'
import type { ResolvedModel } from '../../ports/model-provider.ts'
import { Settings } from '../../ports/settings.ts'
import { defaultBackoff } from '../../turn/backoff.ts'
import { runStep } from '../../turn/run-step.ts'
import { TurnBudget } from '../../turn/turn-budget.ts'
import { answerClaims, type PlacedClaim } from './answer-claims.ts'
import { claimEvidence, type EvidencePassage, type EvidencePiece } from './claim-evidence.ts'
import { modelClaimChecker } from './model-claim-checker.ts'

/** Longest check of one answer, ms. */
export const LONGEST_CHECK_MS = 60_000
/** Checks of answers at the same time, in one process. An answer that comes while so many run is not checked. */
const MOST_AT_ONCE = 8
/** Tokens of one verdict, and beside them for a model that thinks first. */
const TOKENS_A_CLAIM = 30
const SPARE_TOKENS = 1_000

interface Usage {
  inputTokens: number
  outputTokens: number
}

/** An answer that a reader has. */
export interface AnsweredText {
  readonly text: string
  /** What it cites, else all that was found. */
  readonly passages: readonly EvidencePassage[]
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

  /** Whether there is something to check, and room for one more check. */
  canCheck({ text, passages }: Pick<AnsweredText, 'text' | 'passages'>): boolean {
    return passages.length > 0 && this.#running < MOST_AT_ONCE && answerClaims(text).length > 0
  }

  /**
   * Undefined for an answer without claims or evidence, and when it could not be checked, which the log reports.
   */
  async check(answer: AnsweredText, settings: ClaimSettings): Promise<CheckedClaims | undefined> {
    const placed = answer.passages.length === 0 ? [] : answerClaims(answer.text)
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
      const usage = { inputTokens: 0, outputTokens: 0 }
      const checker = this.#checkerOf(answer, settings, usage)
      const signal = AbortSignal.timeout(LONGEST_CHECK_MS)
      const evidence = claimEvidence(answer.text, placed, answer.passages)
      const claims: EvidencedClaim[] = placed.flatMap(({ text }, at) =>
        (evidence[at] ?? []).map((piece) => ({ text, evidence: piece.text })),
      )
      const verdicts = await checker.check(claims, { signal })
      if (verdicts.length !== claims.length)
        throw new DocentError(
          'internal',
          `The claim checker ${checker.name} judged ${verdicts.length} of ${claims.length} claims.`,
        )
      return {
        checker: checker.name,
        threshold: settings.threshold,
        ...bestOf(placed, evidence, verdicts, answer.passages),
        ...(usage.inputTokens + usage.outputTokens > 0 ? usage : {}),
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'the claims of an answer could not be checked')
      return undefined
    } finally {
      this.#running--
    }
  }

  #checkerOf(answer: AnsweredText, { by }: ClaimSettings, usage: Usage): ClaimChecker {
    if (by === 'model') return this.#judge(answer, usage)
    if (this.checker === NO_CLAIM_CHECKER)
      throw new DocentError(
        'configuration',
        'No plugin checks claims. Add one to "plugins", or set assistant.claims.by to "model".',
      )
    return this.checker
  }

  /** @param usage grows by what the judge reads and writes */
  #judge({ model, subject }: AnsweredText, usage: Usage): ClaimChecker {
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
      const step = await runStep(
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
      usage.inputTokens += step.inputTokens
      usage.outputTokens += step.outputTokens
      return step
    })
  }
}

/** Each claim with the best of its verdicts, and the passages that gave them. */
function bestOf(
  placed: readonly PlacedClaim[],
  evidence: readonly (readonly EvidencePiece[])[],
  verdicts: readonly ClaimVerdict[],
  passages: readonly EvidencePassage[],
): Pick<CheckedClaims, 'claims' | 'passages'> {
  const used: number[] = []
  let next = 0
  const claims = placed.map(({ start, end }, at): CheckedClaim => {
    let supported = 0
    let best: number | undefined
    for (const { passage } of evidence[at] ?? []) {
      const verdict = verdicts[next++]?.supported ?? 0
      if (best === undefined || verdict > supported) [supported, best] = [verdict, passage]
    }
    if (best === undefined) return { start, end, supported }
    if (!used.includes(best)) used.push(best)
    return { start, end, supported, passage: used.indexOf(best) }
  })
  return {
    claims,
    passages: used.flatMap((at) => {
      const passage = passages[at]
      return passage === undefined
        ? []
        : [{ url: passage.url, title: passage.headings.at(-1) ?? passage.title }]
    }),
  }
}
