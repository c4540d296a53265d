import { defined } from '@docent/core/plugin'
import type { GithubComment } from '../github-model.ts'
import { invalid, notFound } from '../github-refusal.ts'
import type { GithubCall, GithubOperation, GithubReply } from './github-operation.ts'

/** Labels, the conversation and the review threads of pull requests. */
export const commentOperations: Readonly<Record<string, GithubOperation>> = {
  'issues/add-labels': addLabels,
  'issues/create-comment': createComment,
  'issues/list-comments': listComments,
  'pulls/list-review-comments': listReviewComments,
  'pulls/create-reply-for-review-comment': replyToReviewComment,
}

function addLabels(call: GithubCall): GithubReply {
  const repository = call.repository('pull_requests', 'write')
  const pull = call.world.pull(repository, call.params.issue_number)
  const asked: unknown[] = Array.isArray(call.body.labels) ? call.body.labels : []
  const names = asked.map((label) =>
    typeof label === 'string' ? label : String((label as { name: string }).name),
  )
  if (names.some((name) => name.length > 50))
    throw invalid({ resource: 'Label', code: 'invalid', field: 'name' })
  pull.labels = [...new Set([...pull.labels, ...names])]
  return { status: 200, body: pull.labels.map((name) => call.objects.label(repository, name)) }
}

function createComment(call: GithubCall): GithubReply {
  const repository = call.participant()
  const pull = call.world.pull(repository, call.params.issue_number)
  const comment = newComment(call)
  pull.comments.push(comment)
  return { status: 201, body: call.objects.comment(repository, pull, comment) }
}

function listComments(call: GithubCall): GithubReply {
  const repository = call.repository('pull_requests', 'read')
  const pull = call.world.pull(repository, call.params.issue_number)
  return call.page(pull.comments.map((comment) => call.objects.comment(repository, pull, comment)))
}

function listReviewComments(call: GithubCall): GithubReply {
  const repository = call.repository('pull_requests', 'read')
  const pull = call.world.pull(repository, call.params.pull_number)
  return call.page(
    pull.reviewComments.map((comment) => call.objects.reviewComment(repository, pull, comment)),
  )
}

function replyToReviewComment(call: GithubCall): GithubReply {
  const repository = call.participant()
  const pull = call.world.pull(repository, call.params.pull_number)
  const parent = pull.reviewComments.find((comment) => comment.id === Number(call.params.comment_id))
  // A reply to a reply is not supported: only the comment that began the thread can be answered.
  if (!parent || parent.inReplyTo !== undefined) throw notFound()
  const comment: GithubComment = {
    ...newComment(call),
    inReplyTo: parent.id,
    ...defined({ path: parent.path, line: parent.line }),
  }
  pull.reviewComments.push(comment)
  return { status: 201, body: call.objects.reviewComment(repository, pull, comment) }
}

function newComment(call: GithubCall): GithubComment {
  return {
    id: call.world.nextId(),
    user: call.actor(),
    body: String(call.body.body),
    createdAt: call.world.now(),
  }
}
