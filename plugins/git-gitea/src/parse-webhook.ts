import { type ParsedWebhook, readPayload } from '@docent/git-host'
import { z } from 'zod'
import { branchOf, GiteaPull, isOwnBranch, stateOf } from './gitea-pull.ts'

const Repository = z.object({ html_url: z.string() })
const User = z.object({ id: z.number(), login: z.string() })
const Push = z.object({ ref: z.string(), after: z.string(), repository: Repository })
const PullEvent = z.object({
  action: z.string(),
  pull_request: GiteaPull,
  repository: Repository,
  sender: User,
  review: z.object({ content: z.string().nullish() }).nullish(),
})
const CommentEvent = z.object({
  action: z.string(),
  is_pull: z.boolean().nullish(),
  issue: z.object({ number: z.number(), pull_request: z.unknown().optional() }),
  comment: z.object({ id: z.number(), body: z.string().nullish(), user: User }),
  repository: Repository,
})

/**
 * Reads the payload of a delivery whose signature was verified; undefined when it is nothing that Docent acts on.
 * @throws DocentError `invalid_request` when it is no payload of Gitea or Forgejo.
 */
export function parseWebhook(event: string, deliveryId: string, payload: unknown): ParsedWebhook | undefined {
  return readers[event]?.(payload, deliveryId)
}

type Reader = (payload: unknown, deliveryId: string) => ParsedWebhook | undefined

/** Undefined: nothing that Docent acts on. */
const readers: Readonly<Record<string, Reader>> = {
  push(payload, deliveryId) {
    const { ref, after, repository } = read(Push, payload)
    const isDeletion = /^0+$/.test(after)
    if (!ref.startsWith('refs/heads/') || isDeletion) return undefined
    const branch = ref.slice('refs/heads/'.length)
    return { kind: 'push', repository: repository.html_url, branch, commit: after, deliveryId }
  },

  pull_request(payload, deliveryId) {
    const { pull_request: pull, repository } = read(PullEvent, payload)
    // A fork's branch may bear the name of a job's.
    if (!isOwnBranch(pull)) return undefined
    return {
      kind: 'pull-request',
      repository: repository.html_url,
      number: pull.number,
      state: stateOf(pull),
      branch: branchOf(pull),
      deliveryId,
    }
  },

  issue_comment(payload, deliveryId) {
    const { action, is_pull: isPull, issue, comment, repository } = read(CommentEvent, payload)
    if (action !== 'created' || !(isPull ?? issue.pull_request != null)) return undefined
    return {
      kind: 'comment',
      repository: repository.html_url,
      number: issue.number,
      commentId: `issue:${comment.id}`,
      body: comment.body ?? '',
      deliveryId,
      ...authorOf(comment.user),
    }
  },

  pull_request_comment: readReview,
  pull_request_rejected: readReview,
}

/** A review that asks for something: its number and its comments on lines are told by the API alone. */
function readReview(payload: unknown, deliveryId: string): ParsedWebhook | undefined {
  const { action, pull_request: pull, repository, review, sender } = read(PullEvent, payload)
  const body = review?.content ?? ''
  if (action !== 'reviewed') return undefined
  return {
    kind: 'comment',
    repository: repository.html_url,
    number: pull.number,
    commentId: `review:${deliveryId}`,
    body,
    isReview: true,
    deliveryId,
    ...authorOf(sender),
  }
}

/** The host's own accounts, as that of its CI, have numbers below one. */
function authorOf({ id, login }: z.output<typeof User>): { author: string; authorKey: string | undefined } {
  return { author: login, authorKey: id > 0 ? login : undefined }
}

function read<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  return readPayload('Gitea or Forgejo', schema, payload)
}
