import { createHash } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { NamedLeases } from '../../ports/named-leases.ts'
import { ProjectNotes } from '../../ports/project-notes.ts'
import { type EvaluationQuestion, parseEvaluation } from './evaluation-questions.ts'

/** A question that people keep, to measure the assistant by it again and again. */
export interface SavedQuestion extends EvaluationQuestion {
  /** The same for the same words. */
  id: string
  /** Milliseconds since the epoch. */
  savedAt: number
}

const KEY = 'evaluation-questions'
const MOST = 500
/** A save takes milliseconds; after this time it counts as dead. */
const LEASE_MS = 15_000

const Stored = z.array(z.object({ id: z.string(), savedAt: z.number(), line: z.unknown() }))

/** The evaluation questions of a project, in the format that `docent eval` reads. */
@injectable()
export class EvaluationSet {
  constructor(
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(NamedLeases) private readonly leases: NamedLeases,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /** In the order in which they were saved. */
  async list(project: ProjectId, options?: CallOptions): Promise<SavedQuestion[]> {
    const stored = await this.notes.read(project, KEY, options)
    if (stored === undefined) return []
    return Stored.parse(stored).map(({ line, ...rest }) => ({ ...rest, ...checked(line) }))
  }

  /**
   * Keeps a question. One with the same words is replaced.
   * @throws DocentError `invalid_request` when nothing is expected of it or the set is full, `conflict` (retryable) while
   *   somebody else changes the set.
   */
  async save(
    project: ProjectId,
    question: EvaluationQuestion,
    options?: CallOptions,
  ): Promise<SavedQuestion> {
    const saved = { ...checked(question), id: idOf(question.question), savedAt: this.clock.now() }
    await this.#change(project, options, (questions) => {
      const others = questions.filter(({ id }) => id !== saved.id)
      if (others.length < MOST) return [...others, saved]
      throw new DocentError(
        'invalid_request',
        `The evaluation set holds ${MOST} questions, which is the limit. Download the set, and remove some questions.`,
      )
    })
    return saved
  }

  /** Answers false when there is no such question. */
  async remove(project: ProjectId, id: string, options?: CallOptions): Promise<boolean> {
    let isFound = false
    await this.#change(project, options, (questions) => {
      isFound = questions.some((question) => question.id === id)
      return questions.filter((question) => question.id !== id)
    })
    return isFound
  }

  async #change(
    project: ProjectId,
    options: CallOptions | undefined,
    change: (questions: SavedQuestion[]) => SavedQuestion[],
  ): Promise<void> {
    const name = `${KEY}:${project}`
    const holder = this.ids.secret()
    if (!(await this.leases.acquire(name, holder, LEASE_MS, options)))
      throw new DocentError(
        'conflict',
        'Somebody else is changing the evaluation set. Try again in a second.',
        { isRetryable: true, retryAfterMs: 1_000 },
      )
    try {
      const stored = change(await this.list(project, options)).map(({ id, savedAt, ...line }) => ({
        id,
        savedAt,
        line: JSON.parse(JSON.stringify(line)),
      }))
      await this.notes.write(project, KEY, stored, options)
    } finally {
      await this.leases.release(name, holder)
    }
  }
}

/** The rules of the file hold for what is kept, too. */
function checked(line: unknown): EvaluationQuestion {
  const [question] = parseEvaluation(JSON.stringify(withoutEmpty(line)))
  if (!question) throw new TypeError('There is no question.')
  return question
}

/** An empty list expects nothing. */
function withoutEmpty(line: unknown): unknown {
  const fields = Object.entries(line as object)
  return Object.fromEntries(fields.filter(([, value]) => !(Array.isArray(value) && value.length === 0)))
}

function idOf(question: string): string {
  return createHash('sha256').update(question.trim()).digest('hex').slice(0, 16)
}
