import type { ForgeComment, ForgePull, ForgeRepository } from '../forge/forge-model.ts'
import type { ForgeWorld } from '../forge/forge-world.ts'
import { GitlabObjects, isDraft, stateOf } from './gitlab-objects.ts'

type Json = Record<string, unknown>

/** Payloads of the webhooks that GitLab sends: https://docs.gitlab.com/user/project/integrations/webhook_events. */
export class GitlabPayloads {
  readonly #world: ForgeWorld
  readonly #objects: GitlabObjects

  constructor(world: ForgeWorld) {
    this.#world = world
    this.#objects = new GitlabObjects(world)
  }

  push(repository: ForgeRepository, push: { branch: string; before: string; after: string }): Json {
    const gone = /^0+$/.test(push.after)
    return {
      object_kind: 'push',
      event_name: 'push',
      before: push.before,
      after: push.after,
      ref: `refs/heads/${push.branch}`,
      ref_protected: repository.protectedBranches.has(push.branch),
      checkout_sha: gone ? null : push.after,
      message: null,
      user_id: 4,
      user_name: 'A person',
      user_username: 'a-person',
      user_email: null,
      user_avatar: null,
      project_id: repository.id,
      project: this.#project(repository),
      commits: [],
      total_commits_count: 0,
      push_options: {},
    }
  }

  mergeRequest(repository: ForgeRepository, pull: ForgePull, action: string): Json {
    const user = this.#world.account('a-person')
    return {
      object_kind: 'merge_request',
      event_type: 'merge_request',
      user: { id: user.id, name: user.login, username: user.login, avatar_url: null, email: '[REDACTED]' },
      project: this.#project(repository),
      object_attributes: { ...this.#pull(repository, pull), action },
      labels: [],
      changes: {},
    }
  }

  note(repository: ForgeRepository, pull: ForgePull, comment: ForgeComment, more: Json = {}): Json {
    const { account } = comment
    const position =
      comment.path === undefined
        ? null
        : {
            base_sha: pull.base.sha,
            start_sha: pull.base.sha,
            head_sha: pull.head.sha,
            old_path: comment.path,
            new_path: comment.path,
            position_type: 'text',
            old_line: null,
            new_line: comment.line ?? null,
          }
    return {
      object_kind: 'note',
      event_type: 'note',
      user: {
        id: account.id,
        name: account.login,
        username: account.login,
        avatar_url: null,
        email: '[REDACTED]',
      },
      project_id: repository.id,
      project: this.#project(repository),
      object_attributes: {
        id: comment.id,
        internal: false,
        note: comment.body,
        noteable_type: 'MergeRequest',
        noteable_id: pull.id,
        author_id: account.id,
        created_at: instant(comment.createdAt),
        updated_at: instant(comment.createdAt),
        project_id: repository.id,
        discussion_id: comment.thread,
        type: position === null ? null : 'DiffNote',
        system: false,
        line_code: null,
        commit_id: null,
        st_diff: null,
        position,
        action: 'create',
        url: `${this.#objects.page(repository, pull)}#note_${comment.id}`,
        ...more,
      },
      merge_request: this.#pull(repository, pull),
    }
  }

  #pull(repository: ForgeRepository, pull: ForgePull): Json {
    const project = this.#project(repository)
    return {
      id: pull.id,
      iid: pull.number,
      title: pull.title,
      description: pull.body,
      state: stateOf(pull),
      draft: isDraft(pull.title),
      work_in_progress: isDraft(pull.title),
      source_branch: pull.head.ref,
      source_project_id: pull.fork?.id ?? repository.id,
      target_branch: pull.base.ref,
      target_project_id: repository.id,
      author_id: pull.account.id,
      created_at: instant(pull.createdAt),
      updated_at: instant(pull.updatedAt),
      last_commit: { id: pull.head.sha, message: 'docs: change' },
      source: project,
      target: project,
      url: this.#objects.page(repository, pull),
    }
  }

  #project(repository: ForgeRepository): Json {
    const project = this.#objects.project(repository)
    return {
      id: project.id,
      name: project.name,
      description: '',
      web_url: project.web_url,
      avatar_url: null,
      git_ssh_url: project.ssh_url_to_repo,
      git_http_url: project.http_url_to_repo,
      namespace: repository.path.split('/').slice(0, -1).join('/'),
      visibility_level: repository.private ? 0 : 20,
      path_with_namespace: repository.path,
      default_branch: repository.defaultBranch,
    }
  }
}

/** As GitLab writes times in webhooks. */
function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
