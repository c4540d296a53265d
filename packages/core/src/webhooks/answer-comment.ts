import { inject, injectable } from 'tsyringe'
import type { WebhookTask } from '../domain/webhook-task.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { answerData, answerMarker } from './answer-task.ts'

/** Posts the answer to a comment, never twice. */
@injectable()
export class AnswerComment {
  constructor(
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(WebhookStore) private readonly store: WebhookStore,
  ) {}

  /**
   * Resolves when the answer is there. An attempt before this one may have posted it although it failed: then it is
   * looked up by its marker, and where the host cannot look, it counts as posted.
   */
  async answer(task: WebhookTask, options: CallOptions): Promise<void> {
    const { host: name, repository, number, replyTo, body = '', posting } = answerData(task)
    const host = this.hosts.named(name)
    if (!host?.comment) throw new DocentError('configuration', `The git host "${name}" takes no comments.`)
    if (posting) {
      const marker = answerMarker(task.id)
      if (!host.hasComment) return
      if (await host.hasComment(repository, number, { text: marker, replyTo }, options)) return
    }
    await this.store.change(
      task.id,
      (current) => ({ ...current, data: { ...answerData(current), posting: true } }),
      options,
    )
    await host.comment(repository, number, { body, replyTo }, options)
  }
}
