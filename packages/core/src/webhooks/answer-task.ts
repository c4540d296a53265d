import { createHash } from 'node:crypto'
import type { WebhookTask } from '../domain/webhook-task.ts'

/** `data` of an answer to a comment. */
export interface AnswerData {
  /** Name of the git host. */
  host: string
  repository: string
  number: number
  /** The comment that is answered. */
  replyTo: string
  /** The message that the comment became. */
  messageId: string
  /** What to say; undefined while the run has not ended. */
  body?: string
  /** Set before the comment is posted: from then on it may be there already. */
  posting?: boolean
}

/** One answer per comment, also when the host reports the comment twice. */
export function answerTaskId(host: string, repository: string, commentId: string): string {
  const about = `${host}\0${repository}\0${commentId}`
  return `ans_${createHash('sha256').update(about).digest('hex').slice(0, 32)}`
}

export function answerData(task: WebhookTask): AnswerData {
  return task.data as unknown as AnswerData
}

/** Marks an answer, so that Docent finds it again and does not take it for a person's comment. */
export function answerMarker(taskId: string): string {
  return `<!-- docent-answer: ${taskId} -->`
}
