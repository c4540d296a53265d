import { inject, injectable } from 'tsyringe'
import { keyId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import { DocentError } from '../errors/docent-error.ts'
import { SendMessage } from '../jobs/send-message.ts'
import { RequestLimits } from '../limits/request-limits.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import type { GitHost } from '../ports/git-host.ts'
import { Ids } from '../ports/ids.ts'
import { JobStore } from '../ports/job-store.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { type AnswerData, answerData, answerTaskId } from './answer-task.ts'
import { type CommentWebhook, commentPrompt, isOwnComment, mentionsAgent } from './comment-prompt.ts'
import { type HostedProject, hostedProjects } from './hosted-projects.ts'

/** How long a comment is remembered as carried out, ms: a year. */
const REMEMBER_MS = 365 * 24 * 60 * 60 * 1000

/** Makes a reviewer's comment a follow-up of the job whose pull request it is on. */
@injectable()
export class HandleComment {
  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(SendMessage) private readonly sendMessage: SendMessage,
    @inject(RequestLimits) private readonly limits: RequestLimits,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** Safe to repeat: a comment becomes one message, and has one answer. @throws DocentError RateLimited */
  async handle(host: GitHost, comment: CommentWebhook, options: CallOptions = {}): Promise<void> {
    const { repository, number, commentId } = comment
    const reason = await this.#follow(host, comment, options)
    if (reason === undefined) return
    this.logger.info({ host: host.name, repository, number, commentId, reason }, 'a comment was left alone')
  }

  /** @returns why the comment is none of ours; undefined when it became a message. */
  async #follow(host: GitHost, comment: CommentWebhook, options: CallOptions): Promise<string | undefined> {
    if (isOwnComment(comment.body)) return 'it is our own'
    if (!comment.authorCanWrite) return 'its author may not write to the repository'
    const found = await this.#jobOf(host, comment, options)
    if (!found) return 'no project with comments enabled has a job with this pull request'
    const { project, job } = found
    const mention = project.agent?.comments.mention ?? ''
    const isReview = comment.path !== undefined || comment.isReview === true
    if (!isReview && !mentionsAgent(comment.body, mention)) return `it does not say ${mention}`
    return this.#send(host, comment, project, job, options)
  }

  async #jobOf(
    host: GitHost,
    { repository, number }: CommentWebhook,
    options: CallOptions,
  ): Promise<{ project: HostedProject; job: Job } | undefined> {
    const projects = await hostedProjects(this.projects, host, repository, options)
    const enabled = projects.filter((project) => project.agent?.comments.enabled)
    for (const url of new Set(enabled.map((project) => project.repository))) {
      const [job] = await this.jobs.listByPullRequest(url, number, options)
      const project = job && enabled.find((each) => each.id === job.projectId)
      if (project) return { project, job }
    }
    return undefined
  }

  async #send(
    host: GitHost,
    comment: CommentWebhook,
    project: HostedProject,
    job: Job,
    options: CallOptions,
  ): Promise<string | undefined> {
    const key = `\tcomment\t${host.name}\t${comment.repository}\t${comment.commentId}`
    if (await this.jobs.replay(project.organizationId, key, options)) return 'it was carried out before'
    await this.limits.take('agent', subjectOf(project), options)
    const messageId = await this.#prepareAnswer(host, comment, project, job, options)
    const evidence = (await this.jobs.messages(job.id, options)).flatMap((message) => message.evidence ?? [])
    const mention = project.agent?.comments.mention ?? ''
    try {
      await this.sendMessage.send(
        {
          project,
          id: job.id,
          prompt: commentPrompt(comment, { mention, evidence }),
          messageId,
          // No client can send a key with a tab in it. It commits with the message: never two of one comment.
          idempotency: {
            organizationId: project.organizationId,
            key,
            fingerprint: comment.commentId,
            expiresAt: this.clock.now() + REMEMBER_MS,
            respond: () => ({ status: 202, body: null }),
          },
        },
        options,
      )
    } catch (error) {
      if (DocentError.is(error, 'idempotency_in_use')) return 'it was carried out before'
      if (!DocentError.is(error, 'conflict')) throw error
      await this.#dropAnswer(host, comment, project, error.message, options)
      return error.message
    }
    this.logger.info(
      { host: host.name, jobId: job.id, author: comment.author },
      'a comment became a follow-up',
    )
    return undefined
  }

  async #dropAnswer(
    host: GitHost,
    { commentId }: CommentWebhook,
    { repository }: HostedProject,
    lastError: string,
    options: CallOptions,
  ): Promise<void> {
    const updatedAt = this.clock.now()
    await this.store.change(
      answerTaskId(host.name, repository, commentId),
      (task) => ({ ...task, status: 'dead', updatedAt, lastError }),
      options,
    )
  }

  /** The answer waits before the message is sent, so that no run can end without it. @returns id of the message */
  async #prepareAnswer(
    host: GitHost,
    comment: CommentWebhook,
    project: HostedProject,
    job: Job,
    options: CallOptions,
  ): Promise<string> {
    const { number, commentId } = comment
    const messageId = this.ids.sortable()
    if (!host.comment) return messageId
    const id = answerTaskId(host.name, project.repository, commentId)
    const data: AnswerData = {
      host: host.name,
      repository: project.repository,
      number,
      replyTo: commentId,
      messageId,
    }
    const now = this.clock.now()
    await this.store.add(
      [
        {
          id,
          kind: 'answer',
          status: 'waiting',
          organizationId: project.organizationId,
          projectId: project.id,
          jobId: job.id,
          attempts: 0,
          dueAt: now,
          createdAt: now,
          updatedAt: now,
          data: { ...data },
        },
      ],
      options,
    )
    // An earlier attempt may have made it: its message is the one that will be answered.
    const task = await this.store.get(id, options)
    return task ? answerData(task).messageId : messageId
  }
}

/** Comments use up what the project's requests do; they come with no key and from no address. */
function subjectOf({ organizationId, id }: HostedProject): Parameters<RequestLimits['take']>[1] {
  return { organizationId, projectId: id, keyId: keyId('comments'), ip: '127.0.0.1' }
}
