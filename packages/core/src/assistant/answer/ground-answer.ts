import { CpuBudget } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { GroundedName, Grounding } from '../../domain/grounding.ts'
import { Logger } from '../../ports/logger.ts'
import { Retriever } from '../../ports/retriever.ts'
import { checkNames, type NameEvidence, type NameIndex } from '../grounding/check-names.ts'
import { EvidenceNames } from '../grounding/evidence-names.ts'
import type { AnswerDraft } from './answer-draft.ts'
import type { Evidence } from './gather-evidence.ts'
import type { OpenedQuestion } from './open-question.ts'

/** Passages that a value is looked for in, where the evidence does not confirm it. */
const MOST_FOUND = 12
const MOST_OF_A_PAGE = 4
/** CPU time for reading one answer, also again and again while it is written: most take a few ms. */
const MOST_CPU_MS = 1_000

/** Checks the names of one answer, while it is written and at its end. */
export interface AnswerNames {
  /** Invented names of a piece of the answer. */
  invented(text: string, declared: ReadonlySet<string>): Promise<readonly GroundedName[]>
  /**
   * Undefined for an answer without names, and for one that could not be checked: the reader has it by then.
   *
   * @throws the reason of the signal
   */
  ground(): Promise<Grounding | undefined>
}

const NO_NAMES: AnswerNames = {
  invented: () => Promise.resolve([]),
  ground: () => Promise.resolve(undefined),
}

/** Checks the names of an answer against what it rests on, without a model. */
@injectable()
export class GroundAnswer {
  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  names(
    { question, history }: OpenedQuestion,
    { found }: Evidence,
    draft: AnswerDraft,
    signal: AbortSignal,
  ): AnswerNames {
    const { project, filter } = question
    if (project.assistant.grounding === 'off') return NO_NAMES
    const asked = new EvidenceNames()
    asked.add(0, '', [question.question, ...question.context.map(({ value }) => value)].join('\n'))
    // An earlier answer proves nothing: its own names were checked when it was written.
    for (const { role, text: said } of history) if (role === 'user') asked.add(0, '', said)
    const trustedGroups = filter?.trustedGroups ?? []
    const lookUp: NameIndex['lookUp'] = async (names) => {
      try {
        return await this.retriever.names(project.id, names, { signal, trustedGroups })
      } catch (error) {
        signal.throwIfAborted()
        this.logger.warn(
          { err: error, projectId: project.id },
          'the names of an answer could not be looked up',
        )
        return new Map()
      }
    }
    const budget = new CpuBudget(MOST_CPU_MS)
    const find: NameIndex['find'] = async (text) => {
      try {
        const passages = await this.retriever.search(
          project.id,
          { text, limit: MOST_FOUND, perPage: MOST_OF_A_PAGE, filter: { ...filter, trustedGroups } },
          { signal },
        )
        return passages.map(({ passage: { title, headings, pagePath, content } }) => ({
          above: [title, ...headings, pagePath].join('\n'),
          content,
        }))
      } catch (error) {
        signal.throwIfAborted()
        this.logger.warn(
          { err: error, projectId: project.id },
          'the values of an answer could not be searched',
        )
        return undefined
      }
    }
    const check = (text: string, index: NameIndex, declared?: ReadonlySet<string>) => {
      const cited = new Set(draft.citedPaths)
      const evidence: NameEvidence = {
        passages: found.names,
        asked,
        isCited: (passage) => cited.has(found.byNumber(passage)?.path ?? ''),
      }
      return checkNames(text, evidence, index, declared).catch((error: unknown) => {
        signal.throwIfAborted()
        this.logger.warn({ err: error, projectId: project.id }, 'the names of an answer could not be checked')
        return undefined
      })
    }
    return {
      invented: async (text, declared) =>
        (await check(text, { lookUp, budget }, declared))?.names.filter(
          ({ verdict }) => verdict === 'invented',
        ) ?? [],
      ground: async () => {
        const grounding = await check(draft.text, { lookUp, find, budget })
        if (grounding === undefined) return undefined
        const { names, counts } = grounding
        if (draft.removed.length > 0) return { ...grounding, removed: draft.removed }
        const isEmpty = names.length === 0 && counts.cited === 0 && grounding.uncheckedFrom === undefined
        return isEmpty ? undefined : grounding
      },
    }
  }
}
