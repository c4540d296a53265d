import { inject, injectable } from 'tsyringe'
import type { Project } from '../../domain/project.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { ProjectNotes } from '../../ports/project-notes.ts'
import type { ReportPeriod, UnansweredQuestion } from '../../ports/thread-reports.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { gapJob } from './gap-jobs.ts'
import { changeGapMarks, type GapMark, type GapState, readGapMarks } from './gap-marks.ts'
import {
  asGap,
  askedQuestion,
  groupQuestions,
  isAboutSame,
  type QuestionGap,
  type QuestionGroup,
} from './question-gaps.ts'

/** Unanswered questions that are grouped, the newest. */
const MAX_QUESTIONS = 2_000

export interface ProjectGap extends QuestionGap {
  state: GapState
  /** Of a snoozed gap: when it comes back, milliseconds since the epoch. */
  snoozedUntil: number | null
}

/** What people want of a gap: to see it, not to see it until others ask again, or not before a time. */
export type GapWish = { state: 'open' | 'dismissed' } | { state: 'snoozed'; until: number }

/** What readers of a project asked and the documentation does not say. */
@injectable()
export class ProjectGaps {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** In whatever state, the most asked for first. */
  async list(project: Project, period: ReportPeriod, options?: CallOptions): Promise<ProjectGap[]> {
    const { groups, marks, questions } = await this.#read(project, period, options)
    const now = this.clock.now()
    return groups
      .map((group) => ({ ...asGap(group), ...stateOf(group, marks, questions, now) }))
      .sort((a, b) => b.count - a.count || b.lastAskedAt - a.lastAskedAt)
  }

  /** Those that nobody dismissed or snoozed. */
  async open(project: Project, period: ReportPeriod, options?: CallOptions): Promise<ProjectGap[]> {
    return (await this.list(project, period, options)).filter(({ state }) => state === 'open')
  }

  /** The same gaps with the newest job that each became, null where none did. */
  withJobs(
    project: Project,
    gaps: readonly ProjectGap[],
    options?: CallOptions,
  ): Promise<(ProjectGap & { jobId: string | null })[]> {
    return Promise.all(
      gaps.map(async (gap) => ({ ...gap, jobId: await gapJob(this.notes, project.id, gap.id, options) })),
    )
  }

  /**
   * @param period the same as the gaps were listed with
   * @returns how many of them there are
   */
  async decide(
    { project, period, ids }: { project: Project; period: ReportPeriod; ids: readonly string[] },
    wish: GapWish,
    options?: CallOptions,
  ): Promise<number> {
    const { groups } = await this.#read(project, period, options)
    const wanted = new Set(ids)
    const chosen = groups.filter((group) => wanted.has(asGap(group).id))
    const at = this.clock.now()
    const until = wish.state === 'snoozed' ? wish.until : null
    const added = wish.state === 'open' ? [] : chosen.map(({ terms }) => ({ terms: [...terms], at, until }))
    const others = (marks: GapMark[]) =>
      marks.filter((mark) => !isOver(mark, at) && !chosen.some(({ terms }) => isAboutSame(terms, mark.terms)))
    if (chosen.length > 0)
      await changeGapMarks(this.notes, project.id, (marks) => [...others(marks), ...added], options)
    return chosen.length
  }

  /** With marks, also the questions before the period: they tell who asked before a gap was dismissed. */
  async #read(project: Project, { from, ...period }: ReportPeriod, options?: CallOptions) {
    const marks = await readGapMarks(this.notes, project.id, options)
    const start = marks.length === 0 && from !== undefined ? { from } : {}
    const query = { ...period, ...start, limit: MAX_QUESTIONS }
    const questions = await this.threads.unanswered(project.id, query, options)
    const groups = groupQuestions(
      questions.filter(({ createdAt }) => from === undefined || createdAt >= from),
    )
    return { groups, marks, questions }
  }
}

function isOver({ until }: GapMark, now: number): boolean {
  return until !== null && until <= now
}

/** A group of another period has another first question, but one that was about the same. */
function stateOf(
  group: QuestionGroup,
  marks: readonly GapMark[],
  questions: readonly UnansweredQuestion[],
  now: number,
): Pick<ProjectGap, 'state' | 'snoozedUntil'> {
  for (const mark of marks) {
    if (isOver(mark, now) || !isAboutSame(group.terms, mark.terms)) continue
    if (mark.until !== null) return { state: 'snoozed', snoozedUntil: mark.until }
    if (!isAskedByOthers(group, mark, questions)) return { state: 'dismissed', snoozedUntil: null }
  }
  return { state: 'open', snoozedUntil: null }
}

/** True if somebody asked after the dismissal who had not asked before. */
function isAskedByOthers(
  { asked }: QuestionGroup,
  { at, terms }: GapMark,
  questions: readonly UnansweredQuestion[],
): boolean {
  const later = asked.filter(({ question }) => question.createdAt > at)
  if (later.length === 0) return false
  const before = questions
    .filter(({ createdAt }) => createdAt <= at)
    .flatMap((one) => askedQuestion(one) ?? [])
  const askers = new Set(
    before
      .filter((one) => isAboutSame([...one.terms.keys()], terms))
      .map(({ question }) => askerOf(question)),
  )
  return later.some(({ question }) => !askers.has(askerOf(question)))
}

/** Nobody knows whether two anonymous conversations are of one person. */
function askerOf({ fp, threadId }: UnansweredQuestion): string {
  return fp === 'anonymous' ? threadId : fp
}
