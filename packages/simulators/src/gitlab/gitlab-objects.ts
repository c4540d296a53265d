import type {
  ForgeAccount,
  ForgeComment,
  ForgePull,
  ForgeRepository,
  ForgeRole,
} from '../forge/forge-model.ts'
import type { ForgeWorld } from '../forge/forge-world.ts'

type Json = Record<string, unknown>

/** Access levels of GitLab's roles: Reporter, Developer, Maintainer. */
export const ACCESS_LEVELS: Readonly<Record<ForgeRole, number>> = { reader: 20, writer: 30, admin: 40 }

/** What GitLab's REST API shows of the kept nouns: https://docs.gitlab.com/api/merge_requests. */
export class GitlabObjects {
  readonly #world: ForgeWorld

  constructor(world: ForgeWorld) {
    this.#world = world
  }

  user(account: ForgeAccount): Json {
    const { id, login: username } = account
    return {
      id,
      username,
      public_email: '',
      name: username,
      state: 'active',
      locked: false,
      avatar_url: null,
      web_url: `${this.#world.origin}/${username}`,
    }
  }

  project(repository: ForgeRepository): Json {
    const { id, path } = repository
    const name = path.split('/').at(-1) ?? ''
    const page = `${this.#world.origin}/${path}`
    return {
      id,
      description: null,
      name,
      name_with_namespace: path.split('/').join(' / '),
      path: name,
      path_with_namespace: path,
      created_at: '2026-01-01T00:00:00.000Z',
      default_branch: repository.defaultBranch,
      topics: [],
      ssh_url_to_repo: `git@${new URL(page).hostname}:${path}.git`,
      http_url_to_repo: `${page}.git`,
      web_url: page,
      visibility: repository.private ? 'private' : 'public',
      empty_repo: false,
      archived: repository.archived,
      merge_requests_enabled: true,
      merge_requests_access_level: 'enabled',
      permissions: { project_access: null, group_access: null },
    }
  }

  mergeRequest(repository: ForgeRepository, pull: ForgePull): Json {
    const { number: iid, head, base, title } = pull
    const draft = isDraft(title)
    return {
      id: pull.id,
      iid,
      project_id: repository.id,
      title,
      description: pull.body,
      state: stateOf(pull),
      created_at: new Date(pull.createdAt).toISOString(),
      updated_at: new Date(pull.updatedAt).toISOString(),
      merged_by: pull.merged ? this.user(pull.merged.by) : null,
      merge_user: pull.merged ? this.user(pull.merged.by) : null,
      merged_at: pull.merged ? new Date(pull.merged.at).toISOString() : null,
      closed_by: null,
      closed_at: pull.closedAt && !pull.merged ? new Date(pull.closedAt).toISOString() : null,
      target_branch: base.ref,
      source_branch: head.ref,
      user_notes_count: pull.comments.length,
      upvotes: 0,
      downvotes: 0,
      author: this.user(pull.account),
      assignees: [],
      assignee: null,
      reviewers: pull.reviewers.map((each) => this.user(each)),
      source_project_id: pull.fork?.id ?? repository.id,
      target_project_id: repository.id,
      labels: pull.labels,
      draft,
      work_in_progress: draft,
      imported: false,
      milestone: null,
      merge_when_pipeline_succeeds: false,
      merge_status: 'can_be_merged',
      detailed_merge_status: pull.state === 'open' ? (draft ? 'draft_status' : 'mergeable') : 'not_open',
      sha: head.sha === '' ? null : head.sha,
      merge_commit_sha: pull.merged?.commit ?? null,
      squash_commit_sha: null,
      discussion_locked: null,
      should_remove_source_branch: null,
      force_remove_source_branch: false,
      reference: `!${iid}`,
      references: { short: `!${iid}`, relative: `!${iid}`, full: `${repository.path}!${iid}` },
      web_url: this.page(repository, pull),
      squash: false,
      has_conflicts: false,
      blocking_discussions_resolved: true,
    }
  }

  note(pull: ForgePull, comment: ForgeComment): Json {
    const at = new Date(comment.createdAt).toISOString()
    return {
      id: comment.id,
      type: comment.path === undefined ? null : 'DiffNote',
      body: comment.body,
      author: this.user(comment.account),
      created_at: at,
      updated_at: at,
      system: false,
      noteable_id: pull.id,
      noteable_type: 'MergeRequest',
      noteable_iid: pull.number,
      resolvable: comment.path !== undefined,
      confidential: false,
      internal: false,
    }
  }

  page(repository: ForgeRepository, pull: ForgePull): string {
    return `${this.#world.origin}/${repository.path}/-/merge_requests/${pull.number}`
  }
}

export function isDraft(title: string): boolean {
  return /^(?:draft:|\[draft\]|\(draft\))/i.test(title)
}

export function stateOf(pull: ForgePull): 'opened' | 'closed' | 'merged' {
  if (pull.merged) return 'merged'
  return pull.state === 'open' ? 'opened' : 'closed'
}
