import type { GithubComment, GithubInstallation, GithubPull, GithubRepository } from './github-model.ts'
import { type GithubObjects, instant } from './github-objects.ts'

type Json = Record<string, unknown>

/** Payloads of the webhooks that GitHub sends about a repository. */
export class WebhookPayloads {
  readonly #objects: GithubObjects

  constructor(objects: GithubObjects) {
    this.#objects = objects
  }

  push(
    repository: GithubRepository,
    push: { branch: string; before: string; after: string; at: number },
  ): Json {
    const zero = '0'.repeat(40)
    const person = { name: 'A person', email: 'person@example.com' }
    const commit = {
      id: push.after,
      tree_id: push.after,
      distinct: true,
      message: 'docs: change',
      timestamp: instant(push.at),
      url: `${this.#page(repository)}/commit/${push.after}`,
      author: person,
      committer: person,
      added: [],
      modified: [],
      removed: [],
    }
    const gone = push.after === zero
    return {
      ref: `refs/heads/${push.branch}`,
      before: push.before,
      after: push.after,
      created: push.before === zero,
      deleted: gone,
      forced: false,
      base_ref: null,
      compare: `${this.#page(repository)}/compare/${push.before}...${push.after}`,
      commits: gone ? [] : [commit],
      head_commit: gone ? null : commit,
      repository: this.#repository(repository),
      pusher: person,
      sender: this.#objects.account(repository.owner),
    }
  }

  pullRequest(repository: GithubRepository, pull: GithubPull, action: string): Json {
    return {
      action,
      number: pull.number,
      pull_request: this.#objects.pull(repository, pull),
      repository: this.#repository(repository),
      sender: this.#objects.account(pull.user),
    }
  }

  issueComment(repository: GithubRepository, pull: GithubPull, comment: GithubComment): Json {
    const shown = this.#objects.pull(repository, pull)
    return {
      action: 'created',
      issue: {
        ...shown,
        url: shown.issue_url,
        pull_request: {
          url: shown.url,
          html_url: shown.html_url,
          diff_url: shown.diff_url,
          patch_url: shown.patch_url,
        },
      },
      comment: this.#objects.comment(repository, pull, comment),
      repository: this.#repository(repository),
      sender: this.#objects.account(comment.user),
    }
  }

  reviewComment(repository: GithubRepository, pull: GithubPull, comment: GithubComment): Json {
    return {
      action: 'created',
      pull_request: this.#objects.pull(repository, pull),
      comment: this.#objects.reviewComment(repository, pull, comment),
      repository: this.#repository(repository),
      sender: this.#objects.account(comment.user),
    }
  }

  review(
    repository: GithubRepository,
    pull: GithubPull,
    review: {
      id: number
      login: string
      body: string
      state: 'approved' | 'changes_requested' | 'commented'
    },
  ): Json {
    const { login, ...rest } = review
    const user = this.#objects.account({ id: 7, login, type: 'User' })
    return {
      action: 'submitted',
      pull_request: this.#objects.pull(repository, pull),
      review: { ...rest, user, node_id: `PRR_${review.id}`, commit_id: pull.head.sha },
      repository: this.#repository(repository),
      sender: user,
    }
  }

  ping(repository: GithubRepository): Json {
    return { zen: 'Keep it logically awesome.', hook_id: 1, repository: this.#repository(repository) }
  }

  installation(installation: GithubInstallation, action: string): Json {
    return {
      action,
      installation: this.#objects.installation(installation),
      sender: this.#objects.account(installation.account),
    }
  }

  #repository(repository: GithubRepository): Json {
    return this.#objects.repository(repository, 'repository-webhooks')
  }

  #page(repository: GithubRepository): string {
    return String(this.#objects.repository(repository).html_url)
  }
}
