import { inject, injectable } from 'tsyringe'
import type { Grounding } from '../../domain/grounding.ts'
import { Logger } from '../../ports/logger.ts'
import { Retriever } from '../../ports/retriever.ts'
import { checkNames, type NameLookUp } from '../grounding/check-names.ts'
import { EvidenceNames } from '../grounding/evidence-names.ts'
import type { AnswerDraft } from './answer-draft.ts'
import type { Evidence } from './gather-evidence.ts'
import type { OpenedQuestion } from './open-question.ts'

/** Checks the names of an answer against what it rests on, without a model. */
@injectable()
export class GroundAnswer {
  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /**
   * Undefined for an answer without names, and when the index cannot be asked: the reader has the answer by then, and a
   * name that nobody looked up must not be called invented.
   *
   * @throws the reason of the signal
   */
  async ground(
    { question, history }: OpenedQuestion,
    { found }: Evidence,
    draft: AnswerDraft,
    signal: AbortSignal,
  ): Promise<Grounding | undefined> {
    const cited = new Set(draft.citedPaths)
    const asked = new EvidenceNames()
    asked.add(0, '', [question.question, ...question.context.map(({ value }) => value)].join('\n'))
    // An earlier answer proves nothing: its own names were checked when it was written.
    for (const { role, text: said } of history) if (role === 'user') asked.add(0, '', said)
    const { project, filter } = question
    const trustedGroups = filter?.trustedGroups ?? []
    const namesOf = this.retriever.names?.bind(this.retriever)
    const lookUp: NameLookUp | undefined =
      namesOf && ((names) => namesOf(project.id, names, { signal, trustedGroups }))
    const evidence = {
      passages: found.names,
      asked,
      isCited: (passage: number) => cited.has(found.byNumber(passage)?.path ?? ''),
    }
    const grounding = await checkNames(draft.text, evidence, lookUp).catch((error: unknown) => {
      signal.throwIfAborted()
      this.logger.warn({ err: error, projectId: project.id }, 'the names of an answer could not be checked')
      return undefined
    })
    if (grounding === undefined) return undefined
    const { names, counts } = grounding
    return names.length === 0 && counts.cited === 0 ? undefined : grounding
  }
}
