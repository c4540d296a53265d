import type { ChannelEvent } from '@docent/core/plugin'
import { z } from 'zod'
import { isOwnText, mentions } from './texts.ts'

const User = z.object({ id: z.number(), type: z.string().nullish() })
const Written = z.object({
  node_id: z.string(),
  body: z.string().nullish(),
  created_at: z.string(),
  user: User,
  performed_via_github_app: z.unknown().optional(),
})
const Payload = z.object({
  action: z.string(),
  repository: z.object({ full_name: z.string() }),
  discussion: Written.extend({ number: z.number(), category: z.object({ slug: z.string() }) }).optional(),
  issue: Written.extend({ number: z.number(), pull_request: z.unknown().optional() }).optional(),
  comment: Written.optional(),
})

/** Which action of each event is something that people write; edits are none. */
const ACTIONS: Readonly<Record<string, string>> = {
  discussion: 'created',
  discussion_comment: 'created',
  issues: 'opened',
  issue_comment: 'created',
}

/** The event of a delivery; undefined for what no person wrote here. */
export function readDelivery(event: string, body: unknown, mention: string): ChannelEvent | undefined {
  if (!(event in ACTIONS)) return undefined
  const { action, repository, discussion, issue, comment } = Payload.parse(body)
  const subject = discussion ?? issue
  // Reviewers talk in pull requests.
  if (ACTIONS[event] !== action || !subject || issue?.pull_request != null) return undefined
  const written = comment ?? subject
  const text = written.body ?? ''
  if (written.user.type === 'Bot' || written.performed_via_github_app != null || isOwnText(text))
    return undefined
  const place = discussion
    ? `${repository.full_name}/discussions/${discussion.category.slug}`
    : `${repository.full_name}/issues`
  const kind = discussion ? 'discussions' : 'issues'
  return {
    kind: mentions(text, mention) ? 'mention' : comment ? 'reply' : 'post',
    thread: { place, id: `${repository.full_name}/${kind}/${subject.number}` },
    post: written.node_id,
    author: String(written.user.id),
    at: Date.parse(written.created_at),
  }
}
