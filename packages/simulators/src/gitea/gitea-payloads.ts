import type { ForgeComment, ForgePull, ForgeRepository } from '../forge/forge-model.ts'
import type { ForgeWorld } from '../forge/forge-world.ts'
import { GiteaObjects } from './gitea-objects.ts'

type Json = Record<string, unknown>

/** Payloads of the webhooks that Gitea and Forgejo send: https://docs.gitea.com/usage/webhooks. */
export class GiteaPayloads {
  readonly #world: ForgeWorld
  readonly #objects: GiteaObjects

  constructor(world: ForgeWorld) {
    this.#world = world
    this.#objects = new GiteaObjects(world)
  }

  push(repository: ForgeRepository, push: { branch: string; before: string; after: string }): Json {
    const sender = this.#objects.user(this.#world.account('a-person'))
    const page = `${this.#world.origin}/${repository.path}`
    return {
      ref: `refs/heads/${push.branch}`,
      before: push.before,
      after: push.after,
      compare_url: `${page}/compare/${push.before}...${push.after}`,
      commits: [],
      total_commits: 0,
      head_commit: null,
      repository: this.#objects.repository(repository),
      pusher: sender,
      sender,
    }
  }

  pullRequest(repository: ForgeRepository, pull: ForgePull, action: string): Json {
    return {
      action,
      number: pull.number,
      pull_request: this.#objects.pull(repository, pull),
      requested_reviewer: null,
      repository: this.#objects.repository(repository),
      sender: this.#objects.user(this.#world.account('a-person')),
      commit_id: '',
      review: null,
    }
  }

  /** A review with a text of its own: event `pull_request_comment`, `…_rejected` or `…_approved`. */
  review(repository: ForgeRepository, pull: ForgePull, review: { login: string; content: string }): Json {
    return {
      ...this.pullRequest(repository, pull, 'reviewed'),
      sender: this.#objects.user(this.#world.account(review.login)),
      review: { type: 'pull_request_review_comment', content: review.content },
    }
  }

  /** A comment in the conversation of a pull request. */
  comment(repository: ForgeRepository, pull: ForgePull, comment: ForgeComment, more: Json = {}): Json {
    const page = `${this.#world.origin}/${repository.path}/pulls/${pull.number}`
    const shown = this.#objects.pull(repository, pull)
    return {
      action: 'created',
      issue: {
        id: pull.id,
        url: page,
        html_url: page,
        number: pull.number,
        user: shown.user,
        title: pull.title,
        body: pull.body,
        state: pull.state,
        pull_request: {
          merged: shown.merged,
          merged_at: shown.merged_at,
          draft: shown.draft,
          html_url: page,
        },
      },
      pull_request: shown,
      comment: this.#objects.comment(repository, pull, comment),
      repository: this.#objects.repository(repository),
      sender: this.#objects.user(comment.account),
      is_pull: true,
      ...more,
    }
  }
}
