import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { OpenThread, type ThreadRequest } from '../assistant/threads/open-thread.ts'
import { threadId } from '../domain/ids.ts'
import type { ThreadTurn } from '../domain/thread.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { EscalateConversation } from './escalate-conversation.ts'

/** Links longer than this do not work in every browser and mail program. */
const MOST_LINK = 6_000
const MOST_TURNS = 50

/** How a reader goes on with a person. */
export interface HandedOver {
  /** A form or help desk, with the transcript where the address has room for it. */
  url?: string
  /** `mailto:`, with the transcript. */
  email?: string
  /** Whether the operator's systems can be told, and whether they were. */
  canSend: boolean
  sent: boolean
  transcript: string
}

export interface HandOverRequest extends Omit<ThreadRequest, 'threadId' | 'echoedThreadId'> {
  threadId: string
  /** The reader wants the transcript to be sent to the operator's systems. */
  send: boolean
  contact?: string
}

/** Leads a reader to a person, with what was said. */
@injectable()
export class HandOver {
  constructor(
    @inject(OpenThread) private readonly openThread: OpenThread,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(EscalateConversation) private readonly escalation: EscalateConversation,
  ) {}

  /**
   * Sends nothing to anybody unless `send` says that the reader wants it.
   * @throws DocentError `not_found`, in one wording, for a project without support and a thread that is not the caller's
   */
  async handOver(request: HandOverRequest, options: CallOptions = {}): Promise<HandedOver> {
    const { project } = request
    const { support } = project
    const thread = support && (await this.openThread.find(request, request.threadId, options))
    if (!support || !thread)
      throw new DocentError('not_found', 'There is no such thread, or the project has no "support".')
    const turns = await this.threads.turns(threadId(thread.id), MOST_TURNS, options)
    const canSend = support.webhook === true
    const sent = canSend && request.send
    if (sent) {
      const origin = { from: 'api', ...defined({ contact: request.contact }) }
      await this.escalation.escalate(project, thread.id, origin, options)
    }
    const transcript = transcriptOf(turns)
    const question = turns.at(-1)?.question ?? ''
    const { url, email } = support
    return {
      ...defined({
        url: url && filled(url, { question, transcript }),
        email: email && mailTo(email, question, transcript),
      }),
      canSend,
      sent,
      transcript,
    }
  }
}

function transcriptOf(turns: readonly ThreadTurn[]): string {
  return turns
    .map(({ question, answer }) => `> ${question.replaceAll('\n', '\n> ')}\n\n${answer}`)
    .join('\n\n')
}

/** The newest part of a text that has room in a link. */
function fitting(text: string, room: number): string {
  const most = Math.max(0, room)
  let kept = text.slice(-most).toWellFormed()
  while (encodeURIComponent(kept).length > most) kept = kept.slice(Math.ceil(kept.length / 8)).toWellFormed()
  return encodeURIComponent(kept)
}

function filled(url: string, { question, transcript }: { question: string; transcript: string }): string {
  const asked = url.replaceAll('{question}', fitting(question, 1_000))
  return asked.replaceAll('{transcript}', fitting(transcript, MOST_LINK - asked.length))
}

function mailTo(email: string, question: string, transcript: string): string {
  const begin = `mailto:${email}?subject=${fitting(question.slice(0, 150), 600)}&body=`
  return begin + fitting(transcript, MOST_LINK - begin.length)
}
