import { defined } from '@docent/core/plugin'
import type { ChangedFile } from '@docent/testing'
import { completeObject } from './complete-object.ts'
import type {
  GithubAccount,
  GithubComment,
  GithubInstallation,
  GithubPull,
  GithubRepository,
  Permissions,
} from './github-model.ts'
import type { GithubWorld } from './github-world.ts'
import type { OpenApiFixture } from './open-api-contract.ts'

type Json = Record<string, unknown>

/** Turns the nouns of the model into GitHub's JSON, complete by its schemas. */
export class GithubObjects {
  readonly #world: GithubWorld
  readonly #fixture: OpenApiFixture

  constructor(world: GithubWorld, fixture: OpenApiFixture) {
    this.#world = world
    this.#fixture = fixture
  }

  complete(schema: string, known: Json, url = this.#world.apiUrl): Json {
    return completeObject(this.#fixture, { $ref: `#/schemas/${schema}` }, known, url)
  }

  account(account: GithubAccount, schema = 'simple-user'): Json {
    return this.complete(schema, {
      id: account.id,
      node_id: nodeId('U', account.id),
      login: account.login,
      type: account.type,
      url: `${this.#world.apiUrl}/users/${encodeURIComponent(account.login)}`,
      html_url: `${this.#world.origin}/${encodeURIComponent(account.login)}`,
      gravatar_id: '',
    })
  }

  repository(repository: GithubRepository, schema = 'repository'): Json {
    const path = `${repository.owner.login}/${repository.name}`
    const open = repository.pulls.filter((each) => each.state === 'open').length
    const page = `${this.#world.origin}/${path}`
    return this.complete(schema, {
      id: repository.id,
      node_id: nodeId('R', repository.id),
      name: repository.name,
      full_name: path,
      private: repository.private,
      visibility: repository.private ? 'private' : 'public',
      owner: this.account(repository.owner),
      default_branch: repository.defaultBranch,
      url: `${this.#world.apiUrl}/repos/${path}`,
      html_url: page,
      clone_url: `${page}.git`,
      git_url: `${page.replace(/^http/, 'git')}.git`,
      ssh_url: `git@github.example:${path}.git`,
      open_issues: open,
      open_issues_count: open,
      created_at: instant(this.#world.now()),
      updated_at: instant(this.#world.now()),
      pushed_at: instant(this.#world.now()),
      has_issues: true,
      archived: repository.archived,
      fork: repository.parent !== undefined,
    })
  }

  pull(repository: GithubRepository, pull: GithubPull, schema = 'pull-request'): Json {
    const path = `${repository.owner.login}/${repository.name}`
    const url = `${this.#world.apiUrl}/repos/${path}/pulls/${pull.number}`
    const page = `${this.#world.origin}/${path}/pull/${pull.number}`
    const merged = pull.merged
      ? { merged: true, merged_at: instant(pull.merged.at), merged_by: this.account(pull.merged.by) }
      : { merged: false, merged_at: null, merged_by: null }
    const { merged: isMerged, merged_by, ...simple } = merged
    const detail = {
      merged: isMerged,
      merged_by,
      mergeable: pull.state === 'open' ? true : null,
      mergeable_state: 'clean',
      comments: pull.comments.length,
      review_comments: pull.reviewComments.length,
    }
    return this.complete(schema, {
      id: pull.id,
      node_id: nodeId('PR', pull.id),
      number: pull.number,
      url,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      issue_url: url.replace('/pulls/', '/issues/'),
      comments_url: `${url.replace('/pulls/', '/issues/')}/comments`,
      state: pull.state,
      draft: pull.draft,
      title: pull.title,
      body: pull.body,
      user: this.account(pull.user),
      labels: pull.labels.map((name) => this.label(repository, name)),
      requested_reviewers: pull.reviewers.map((login) => this.account(this.#world.account(login))),
      requested_teams: [],
      head: this.#side(pull.head.fork ?? repository, pull.head),
      base: this.#side(repository, pull.base),
      created_at: instant(pull.createdAt),
      updated_at: instant(pull.updatedAt),
      closed_at: pull.closedAt === undefined ? null : instant(pull.closedAt),
      merge_commit_sha: pull.merged?.commit ?? null,
      author_association: pull.user.type === 'Bot' ? 'NONE' : 'MEMBER',
      ...simple,
      ...(schema === 'pull-request-simple' ? {} : detail),
    })
  }

  label(repository: GithubRepository, name: string): Json {
    const path = `${repository.owner.login}/${repository.name}`
    return this.complete('label', {
      name,
      color: 'ededed',
      description: '',
      url: `${this.#world.apiUrl}/repos/${path}/labels/${encodeURIComponent(name)}`,
    })
  }

  comment(repository: GithubRepository, pull: GithubPull, comment: GithubComment): Json {
    const path = `${repository.owner.login}/${repository.name}`
    const base = `${this.#world.apiUrl}/repos/${path}/issues`
    return this.complete('issue-comment', {
      id: comment.id,
      node_id: nodeId('IC', comment.id),
      url: `${base}/comments/${comment.id}`,
      html_url: `${this.#world.origin}/${path}/pull/${pull.number}#issuecomment-${comment.id}`,
      issue_url: `${base}/${pull.number}`,
      user: this.account(comment.user),
      body: comment.body,
      author_association: 'MEMBER',
      created_at: instant(comment.createdAt),
      updated_at: instant(comment.createdAt),
    })
  }

  reviewComment(repository: GithubRepository, pull: GithubPull, comment: GithubComment): Json {
    const path = `${repository.owner.login}/${repository.name}`
    const base = `${this.#world.apiUrl}/repos/${path}/pulls`
    return this.complete('pull-request-review-comment', {
      id: comment.id,
      node_id: nodeId('PRRC', comment.id),
      url: `${base}/comments/${comment.id}`,
      html_url: `${this.#world.origin}/${path}/pull/${pull.number}#discussion_r${comment.id}`,
      pull_request_url: `${base}/${pull.number}`,
      pull_request_review_id: null,
      diff_hunk: '@@ -1 +1 @@',
      path: comment.path ?? '',
      line: comment.line ?? null,
      commit_id: pull.head.sha,
      original_commit_id: pull.head.sha,
      user: this.account(comment.user),
      body: comment.body,
      author_association: 'MEMBER',
      created_at: instant(comment.createdAt),
      updated_at: instant(comment.createdAt),
      ...defined({ in_reply_to_id: comment.inReplyTo }),
    })
  }

  installation(installation: GithubInstallation): Json {
    const url = `${this.#world.apiUrl}/app/installations/${installation.id}`
    return this.complete('installation', {
      id: installation.id,
      account: this.account(installation.account),
      app_id: this.#world.app.id,
      app_slug: this.#world.app.slug,
      target_id: installation.account.id,
      target_type: installation.account.type,
      repository_selection: installation.repositories === 'all' ? 'all' : 'selected',
      permissions: installation.permissions,
      events: ['push', 'pull_request', 'issue_comment'],
      access_tokens_url: `${url}/access_tokens`,
      repositories_url: `${this.#world.apiUrl}/installation/repositories`,
      html_url: `${this.#world.origin}/settings/installations/${installation.id}`,
      suspended_at: installation.suspendedAt === undefined ? null : instant(installation.suspendedAt),
      suspended_by: null,
    })
  }

  app(): Json {
    const { app } = this.#world
    return this.complete('integration', {
      id: app.id,
      slug: app.slug,
      name: app.name,
      owner: this.account(app.owner),
      html_url: `${this.#world.origin}/apps/${app.slug}`,
      external_url: 'https://docs.example.com',
      permissions: { contents: 'write', metadata: 'read', pull_requests: 'write' } satisfies Permissions,
      events: ['push', 'pull_request', 'issue_comment'],
    })
  }

  changedFile(repository: GithubRepository, pull: GithubPull, file: ChangedFile): Json {
    const path = `${repository.owner.login}/${repository.name}`
    const at = `${pull.head.sha}/${file.path}`
    return {
      sha: file.sha,
      filename: file.path,
      status: file.status,
      additions: file.additions,
      deletions: file.deletions,
      changes: file.additions + file.deletions,
      blob_url: `${this.#world.origin}/${path}/blob/${at}`,
      raw_url: `${this.#world.origin}/${path}/raw/${at}`,
      contents_url: `${this.#world.apiUrl}/repos/${path}/contents/${file.path}?ref=${pull.head.sha}`,
      patch: file.patch,
      ...defined({ previous_filename: file.previousPath }),
    }
  }

  #side(repository: GithubRepository, side: { ref: string; sha: string }): Json {
    return {
      label: `${repository.owner.login}:${side.ref}`,
      ref: side.ref,
      sha: side.sha,
      user: this.account(repository.owner),
      repo: this.repository(repository),
    }
  }
}

export function instant(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

export function nodeId(kind: string, id: number): string {
  return `${kind}_${id}`
}
