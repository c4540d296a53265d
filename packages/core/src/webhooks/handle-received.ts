import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { sameRepository } from '../domain/repository-place.ts'
import type { WebhookTask } from '../domain/webhook-task.ts'
import { BackgroundTasks, type TaskQueue } from '../ports/background-tasks.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { GitHost, HostWebhook } from '../ports/git-host.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { HandleComment } from './handle-comment.ts'
import { hostedProjects } from './hosted-projects.ts'
import { receivedData } from './receive-webhook.ts'
import { RecordPullRequest } from './record-pull-request.ts'

/** Looks at the code that a project watches; a task a project. */
export const WATCH_QUEUE: TaskQueue = { name: 'watch', attempts: 5, retryMs: 30_000, leaseMs: 60_000 }

/** Works on a git host's webhook that was taken in. */
@injectable()
export class HandleReceived {
  constructor(
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(HandleComment) private readonly comment: HandleComment,
    @inject(RecordPullRequest) private readonly pullRequests: RecordPullRequest,
    @inject(BackgroundTasks) private readonly tasks: BackgroundTasks,
  ) {}

  /** @param onPush called for each project whose documentation has a new commit. */
  async handle(task: WebhookTask, onPush: (project: Project) => void, options: CallOptions): Promise<void> {
    const { host: name, webhook } = receivedData(task.data)
    const host = this.hosts.named(name)
    if (!host) return
    switch (webhook.kind) {
      case 'push':
        for (const project of await this.#pushed(host, webhook, options)) onPush(project)
        for (const { id } of await this.#watching(host, webhook, options))
          await this.tasks.add(WATCH_QUEUE, { project: id }, { ...options, key: id })
        return
      case 'pull-request':
        return this.pullRequests.record(host, webhook.repository, webhook, options)
      case 'comment':
        return this.comment.handle(host, webhook, options)
    }
  }

  /** Another host may claim any repository: the code has to be on the one that sent it. */
  async #watching(
    host: GitHost,
    { repository }: Extract<HostWebhook, { kind: 'push' }>,
    options: CallOptions,
  ): Promise<Project[]> {
    if (!host.matches(repository)) return []
    const all = await this.projects.list(options)
    return all.filter(
      ({ disabled, watch = [] }) =>
        !disabled && watch.some((code) => sameRepository(code.repository, repository)),
    )
  }

  /** Projects whose documentation comes from the branch that was pushed. */
  async #pushed(
    host: GitHost,
    { repository, branch }: Extract<HostWebhook, { kind: 'push' }>,
    options: CallOptions,
  ): Promise<Project[]> {
    const pushed: Project[] = []
    for (const project of await hostedProjects(this.projects, host, repository, options)) {
      // What is read from a website does not change by a push.
      if (project.source !== undefined) continue
      const from = project.branch ?? (await host.defaultBranch(project.repository, options))
      if (from === branch) pushed.push(project)
    }
    return pushed
  }
}
