import type {
  ForgeAccount,
  ForgeComment,
  ForgePull,
  ForgeRepository,
  ForgeReview,
  ForgeRole,
} from '../forge/forge-model.ts'
import type { ForgeWorld } from '../forge/forge-world.ts'

type Json = Record<string, unknown>

/** Gitea's names of the roles. */
export const PERMISSIONS: Readonly<Record<ForgeRole, string>> = {
  reader: 'read',
  writer: 'write',
  admin: 'admin',
}

/** What the REST API of Gitea and Forgejo shows of the kept nouns, by their swagger description. */
export class GiteaObjects {
  readonly #world: ForgeWorld

  constructor(world: ForgeWorld) {
    this.#world = world
  }

  user({ id, login }: ForgeAccount): Json {
    return {
      id,
      login,
      login_name: '',
      source_id: 0,
      full_name: '',
      email: `${login}@noreply.example.com`,
      avatar_url: `${this.#world.origin}/avatars/${id}`,
      html_url: `${this.#world.origin}/${login}`,
      is_admin: false,
      active: false,
      restricted: false,
      username: login,
    }
  }

  repository(repository: ForgeRepository): Json {
    const [owner = '', name = ''] = repository.path.split('/')
    const page = `${this.#world.origin}/${repository.path}`
    return {
      id: repository.id,
      owner: this.user(this.#world.account(owner)),
      name,
      full_name: repository.path,
      description: '',
      empty: false,
      private: repository.private,
      fork: false,
      template: false,
      mirror: false,
      size: 24,
      html_url: page,
      url: `${this.#world.origin}/api/v1/repos/${repository.path}`,
      ssh_url: `git@${new URL(page).hostname}:${repository.path}.git`,
      clone_url: `${page}.git`,
      default_branch: repository.defaultBranch,
      archived: repository.archived,
      has_pull_requests: true,
      object_format_name: 'sha1',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    }
  }

  #fork({ id, path }: NonNullable<ForgePull['fork']>): Json {
    return { id, full_name: path, fork: true, html_url: `${this.#world.origin}/${path}` }
  }

  /** With `branches` the head of a deleted one is named by the ref that the host keeps of it. */
  pull(repository: ForgeRepository, pull: ForgePull, branches?: ReadonlyMap<string, string>): Json {
    const page = `${this.#world.origin}/${repository.path}/pulls/${pull.number}`
    const shown = this.repository(repository)
    const repo = { repo_id: repository.id, repo: shown }
    const isGone = branches !== undefined && !pull.fork && !branches.has(pull.head.ref)
    const head = {
      ...(pull.fork ? { repo_id: pull.fork.id, repo: { ...shown, ...this.#fork(pull.fork) } } : repo),
      label: pull.head.ref,
      ref: isGone ? `refs/pull/${pull.number}/head` : pull.head.ref,
      sha: (pull.fork ? undefined : branches?.get(pull.head.ref)) ?? pull.head.sha,
    }
    return {
      id: pull.id,
      url: page,
      number: pull.number,
      user: this.user(pull.account),
      title: pull.title,
      body: pull.body,
      labels: pull.labels.map((name) => ({ id: labelId(repository, name), name, color: '00aabb' })),
      milestone: null,
      assignee: null,
      assignees: null,
      requested_reviewers: pull.reviewers.map((each) => this.user(each)),
      state: pull.state,
      draft: isDraft(pull.title),
      is_locked: false,
      comments: pull.comments.length,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      mergeable: pull.state === 'open',
      merged: pull.merged !== undefined,
      merged_at: pull.merged ? instant(pull.merged.at) : null,
      merge_commit_sha: pull.merged?.commit ?? null,
      merged_by: pull.merged ? this.user(pull.merged.by) : null,
      allow_maintainer_edit: false,
      base: { ...repo, label: pull.base.ref, ...pull.base },
      head,
      merge_base: pull.base.sha,
      due_date: null,
      created_at: instant(pull.createdAt),
      updated_at: instant(pull.updatedAt),
      closed_at: pull.closedAt === undefined ? null : instant(pull.closedAt),
      pin_order: 0,
    }
  }

  review(repository: ForgeRepository, pull: ForgePull, review: ForgeReview): Json {
    const page = `${this.#world.origin}/${repository.path}/pulls/${pull.number}`
    return {
      id: review.id,
      user: this.user(review.account),
      team: null,
      state: review.state,
      body: review.body,
      commit_id: pull.head.sha,
      stale: false,
      official: true,
      dismissed: false,
      comments_count: review.comments.length,
      submitted_at: instant(review.createdAt),
      updated_at: instant(review.createdAt),
      html_url: `${page}#issuecomment-${review.id}`,
      pull_request_url: page,
    }
  }

  reviewComment(
    repository: ForgeRepository,
    pull: ForgePull,
    review: ForgeReview,
    comment: ForgeComment,
  ): Json {
    const {
      issue_url: _,
      original_author: __,
      original_author_id: ___,
      ...shown
    } = this.comment(repository, pull, comment)
    return {
      ...shown,
      pull_request_review_id: review.id,
      path: comment.path ?? '',
      commit_id: pull.head.sha,
      original_commit_id: '',
      diff_hunk: '@@ -1 +1 @@',
      position: comment.line ?? 0,
      original_position: 0,
      resolver: null,
    }
  }

  comment(repository: ForgeRepository, pull: ForgePull, comment: ForgeComment): Json {
    const page = `${this.#world.origin}/${repository.path}/pulls/${pull.number}`
    return {
      id: comment.id,
      html_url: `${page}#issuecomment-${comment.id}`,
      pull_request_url: page,
      issue_url: '',
      user: this.user(comment.account),
      original_author: '',
      original_author_id: 0,
      body: comment.body,
      assets: [],
      created_at: instant(comment.createdAt),
      updated_at: instant(comment.createdAt),
    }
  }
}

/** By the prefixes that both hosts begin with; an administrator may set others. */
export function isDraft(title: string): boolean {
  return /^(?:wip:|\[wip\])/i.test(title)
}

function labelId(repository: ForgeRepository, name: string): number {
  return repository.labels.find((each) => each.name === name)?.id ?? 0
}

function instant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}
