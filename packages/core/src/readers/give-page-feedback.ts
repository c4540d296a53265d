import { inject, injectable } from 'tsyringe'
import { namedPage } from '../domain/named-page.ts'
import type { PageFeedback, PageFeedbackSource } from '../domain/page-feedback.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { ReadingStore } from '../ports/reading-store.ts'

/** What a reader says; '' is as good as nothing. */
export interface PageFeedbackDraft {
  path: string
  helpful?: boolean
  comment?: string
  contact?: string
  code?: string
  filename?: string
  lang?: string
  source?: PageFeedbackSource
  fp: string
}

/** Keeps what a reader says about a page. */
@injectable()
export class GivePageFeedback {
  constructor(
    @inject(ReadingStore) private readonly readings: ReadingStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  async give(project: Project, draft: PageFeedbackDraft, options: CallOptions = {}): Promise<PageFeedback> {
    const { path, helpful = null, fp } = draft
    const comment = textOf(draft.comment)
    const code = textOf(draft.code)
    const feedback: PageFeedback = {
      id: this.ids.sortable(),
      projectId: project.id,
      path: namedPage(project, path),
      source:
        draft.source ?? (code !== null ? 'code_snippet' : comment !== null ? 'contextual' : 'thumbs_only'),
      status: 'pending',
      helpful,
      comment,
      contact: textOf(draft.contact),
      code,
      filename: textOf(draft.filename),
      lang: textOf(draft.lang),
      fp,
      createdAt: this.clock.now(),
    }
    await this.readings.addFeedback(feedback, options)
    return feedback
  }
}

function textOf(text = ''): string | null {
  return text.trim() === '' ? null : text.trim()
}
