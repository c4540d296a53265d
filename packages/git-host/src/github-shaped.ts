import { z } from 'zod'
import { type DraftTitles, readTitle } from './draft-title.ts'
import { endOf, type HostPull } from './host-pull.ts'
import type { HostRepository } from './vendor-git-host.ts'
import { commentBy, pullChanged, pushTo, type WebhookAuthor } from './webhooks/webhook-events.ts'

const Side = z.object({
  label: z.string().nullish(),
  ref: z.string(),
  sha: z.string().nullish(),
  repo: z.object({ id: z.number() }).nullish(),
  repo_id: z.number().nullish(),
  user: z.object({ login: z.string() }).nullish(),
})

/** The fields that are used of a pull request in the shape of GitHub, which other hosts also have. */
const Pull = z.object({
  number: z.number(),
  html_url: z.string(),
  state: z.string(),
  draft: z.boolean().nullish(),
  merged: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  merged_by: z.object({ login: z.string() }).nullish(),
  closed_at: z.string().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  created_at: z.string(),
  head: Side,
  base: Side,
})

const Repository = z.object({
  default_branch: z.string(),
  archived: z.boolean().nullish(),
  mirror: z.boolean().nullish(),
  permissions: z.object({ push: z.boolean().nullish() }).nullish(),
})

const PageUrl = z.object({ html_url: z.string() }).transform(({ html_url: url }) => url)

export function githubShapedRepository(reply: unknown): HostRepository {
  const { default_branch: defaultBranch, archived, mirror, permissions } = Repository.parse(reply)
  const frozen = archived ? 'archived' : mirror ? 'a mirror' : undefined
  return { defaultBranch, frozen, mayPush: permissions?.push ?? true }
}

export interface GithubShapedOptions {
  /** Where the title alone says whether it is a draft. */
  draftTitles?: DraftTitles
  /** Login of the account whose fork has the branches of jobs; undefined when the repository itself has them. */
  forkOwner?: string | undefined
}

export function githubShapedPull(
  reply: unknown,
  { draftTitles, forkOwner }: GithubShapedOptions = {},
): HostPull {
  const { head, base, ...pull } = Pull.parse(reply)
  // Older servers have no such field.
  const draft = pull.draft ?? draftTitles?.pattern.test(pull.title) ?? false
  const isMerged = pull.merged ?? pull.merged_at != null
  const state = isMerged ? 'merged' : pull.state === 'open' ? 'open' : 'closed'
  const [from, into] = [head, base].map(({ repo, repo_id: id }) => id ?? repo?.id)
  // A deleted fork has no repository any more; branches of the repository itself always have one.
  const isInside = from !== undefined && from === into
  const isOfFork = !isInside && head.user?.login.toLowerCase() === forkOwner?.toLowerCase()
  return {
    number: pull.number,
    url: pull.html_url,
    state,
    ...endOf(state, { mergedAt: pull.merged_at, closedAt: pull.closed_at, mergedBy: pull.merged_by?.login }),
    draft,
    title: draftTitles ? readTitle(pull.title, draft, draftTitles) : pull.title,
    body: pull.body ?? '',
    // Gitea names a deleted branch by the ref that is kept of it, and only the label has the name.
    branch: head.ref.startsWith('refs/pull/') ? (head.label ?? head.ref) : head.ref,
    base: base.ref,
    headCommit: head.sha ?? '',
    createdAt: Date.parse(pull.created_at),
    isOwn: forkOwner === undefined ? isInside : isOfFork,
  }
}

/** Deliveries in the shape of GitHub: pushes, changes of pull requests, comments in their conversation. */
export function githubShapedEvents(author: z.ZodType<WebhookAuthor>, options?: GithubShapedOptions) {
  return {
    push: z
      .object({ ref: z.string(), after: z.string(), repository: PageUrl })
      .transform(({ repository, ref, after }) => pushTo(repository, ref, after)),
    pull_request: z
      .object({ pull_request: Pull, repository: PageUrl })
      .transform(({ repository, pull_request: pull }) =>
        pullChanged(repository, githubShapedPull(pull, options)),
      ),
    issue_comment: z
      .object({
        action: z.string(),
        is_pull: z.boolean().nullish(),
        issue: z.object({ number: z.number(), pull_request: z.unknown().optional() }),
        comment: z.object({ id: z.number(), body: z.string().nullish(), user: author }),
        repository: PageUrl,
      })
      .transform(({ action, is_pull: isPull, issue, comment: { id, body, user }, repository }) =>
        action === 'created' && (isPull ?? issue.pull_request != null)
          ? commentBy(user, { repository, number: issue.number, commentId: `issue:${id}`, body })
          : undefined,
      ),
  }
}
