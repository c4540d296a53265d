import { z } from 'zod'
import type { ForgeCall } from '../forge/forge-call.ts'
import type { ForgePull, ForgeRepository } from '../forge/forge-model.ts'
import { ForgeRefusal, type ForgeReply } from '../forge/forge-refusal.ts'
import type { ForgeRoute } from '../forge/forge-route.ts'
import { GiteaObjects } from './gitea-objects.ts'

export const PAGE = { size: 30, most: 50, sizeName: 'limit' }
const REPOSITORY = '/repos/:owner/:repo'

/** The rules of pull requests, by the swagger description. */
export const pullRoutes: readonly ForgeRoute[] = [
  {
    id: 'pulls/list',
    method: 'GET',
    path: `${REPOSITORY}/pulls`,
    query: z.strictObject({
      page: z.string().optional(),
      limit: z.string().optional(),
      state: z.enum(['open', 'closed', 'all']).optional(),
      sort: z
        .enum(['oldest', 'recentupdate', 'leastupdate', 'mostcomment', 'leastcomment', 'priority'])
        .optional(),
      poster: z.string().optional(),
    }),
    run: list,
  },
  {
    id: 'pulls/create',
    method: 'POST',
    path: `${REPOSITORY}/pulls`,
    body: z.strictObject({
      base: z.string(),
      head: z.string(),
      title: z.string(),
      body: z.string().optional(),
      labels: z.array(z.int()).optional(),
      reviewers: z.array(z.string()).optional(),
      team_reviewers: z.array(z.string()).optional(),
    }),
    run: create,
  },
  {
    // Before the next one, whose number would take the ending as its own.
    id: 'pulls/diff',
    method: 'GET',
    path: `${REPOSITORY}/pulls/:index.diff`,
    run: async (call) => {
      const { repository, pull } = await find(call, 'read')
      return { status: 200, text: await call.world.diff(repository, pull) }
    },
  },
  {
    id: 'pulls/get',
    method: 'GET',
    path: `${REPOSITORY}/pulls/:index`,
    run: async (call) => {
      const { repository, pull, branches } = await find(call, 'read')
      return { status: 200, body: new GiteaObjects(call.world).pull(repository, pull, branches) }
    },
  },
  {
    id: 'pulls/edit',
    method: 'PATCH',
    path: `${REPOSITORY}/pulls/:index`,
    body: z.strictObject({
      title: z.string().optional(),
      body: z.string().optional(),
      state: z.enum(['open', 'closed']).optional(),
    }),
    run: edit,
  },
  {
    id: 'pulls/request-reviewers',
    method: 'POST',
    path: `${REPOSITORY}/pulls/:index/requested_reviewers`,
    body: z.strictObject({
      reviewers: z.array(z.string()).optional(),
      team_reviewers: z.array(z.string()).optional(),
    }),
    run: requestReviewers,
  },
  {
    id: 'pulls/reviews',
    method: 'GET',
    path: `${REPOSITORY}/pulls/:index/reviews`,
    query: z.strictObject({ page: z.string().optional(), limit: z.string().optional() }),
    run: async (call) => {
      const { repository, pull } = await find(call, 'read')
      const objects = new GiteaObjects(call.world)
      return call.page(
        pull.reviews.map((review) => objects.review(repository, pull, review)),
        PAGE,
      )
    },
  },
  {
    id: 'pulls/review-comments',
    method: 'GET',
    path: `${REPOSITORY}/pulls/:index/reviews/:review/comments`,
    run: async (call) => {
      const { repository, pull } = await find(call, 'read')
      const review = pull.reviews.find((each) => each.id === Number(call.params.review))
      if (!review) throw call.vendor.notFound('review')
      const objects = new GiteaObjects(call.world)
      return {
        status: 200,
        body: review.comments.map((comment) => objects.reviewComment(repository, pull, review, comment)),
      }
    },
  },
]

export function pathOf(call: ForgeCall): string {
  return `${call.params.owner}/${call.params.repo}`
}

/** Newest first when no order is asked for. */
async function list(call: ForgeCall): Promise<ForgeReply> {
  const repository = call.repository(pathOf(call), 'read')
  const branches = await call.world.refresh(repository)
  const { state = 'open', sort } = call.query
  const found = repository.pulls
    .filter((pull) => state === 'all' || pull.state === state)
    .sort((left, right) => (sort === 'oldest' ? 1 : -1) * (left.number - right.number))
  const objects = new GiteaObjects(call.world)
  return call.page(
    found.map((pull) => objects.pull(repository, pull, branches)),
    PAGE,
  )
}

async function create(call: ForgeCall): Promise<ForgeReply> {
  const repository = call.repository(pathOf(call), 'write')
  const { world, body } = call
  const branches = await world.refresh(repository)
  const head = String(body.head)
  const base = String(body.base)
  if (head === base) {
    throw refusal(422, 'Invalid PullRequest: There are no changes between the head and the base')
  }
  if (!branches.has(head) || !branches.has(base)) throw call.vendor.notFound('branch')
  const open = world.openPullOf(repository, head, base)
  if (open) {
    throw refusal(
      409,
      `pull request already exists for these targets [id: ${open.id}, issue_id: ${open.number}, head_repo_id: ${repository.id}, base_repo_id: ${repository.id}, head_branch: ${head}, base_branch: ${base}]`,
    )
  }
  const { title, body: text = '', labels } = body
  const pull = world.openPull(
    repository,
    { title: String(title), body: String(text), account: call.actor(), head, base },
    branches,
  )
  // Numbers of labels that are not there are left out.
  if (Array.isArray(labels)) {
    pull.labels = repository.labels.filter((each) => labels.includes(each.id)).map((each) => each.name)
  }
  return { status: 201, body: new GiteaObjects(world).pull(repository, pull) }
}

async function edit(call: ForgeCall): Promise<ForgeReply> {
  const { repository, pull, branches } = await find(call, 'write')
  const { body, world } = call
  if (typeof body.title === 'string' && body.title !== '') pull.title = body.title
  if (typeof body.body === 'string') pull.body = body.body
  if (body.state !== undefined && pull.merged) {
    throw refusal(412, 'cannot change state of this pull request, it was already merged')
  }
  if (body.state === 'closed' && pull.state === 'open') world.closePull(pull)
  if (body.state === 'open' && pull.state === 'closed') {
    world.reopenPull(pull, branches)
  }
  pull.updatedAt = world.now()
  return { status: 201, body: new GiteaObjects(world).pull(repository, pull, branches) }
}

async function requestReviewers(call: ForgeCall): Promise<ForgeReply> {
  const { repository, pull } = await find(call, 'write')
  const names = Array.isArray(call.body.reviewers) ? call.body.reviewers.map(String) : []
  const found = names.map((name) => {
    const account = call.world.accounts.find((each) => each.login === name)
    if (!account) throw refusal(404, `reviewer does not exist: [name: ${name}]`)
    if (account.id === pull.account.id) throw refusal(422, "poster of pr can't be reviewer")
    if (!call.world.roleOf(repository, name)) throw refusal(422, "reviewer can't read")
    return account
  })
  pull.reviewers = [...new Set([...pull.reviewers, ...found])]
  return { status: 201, body: [] }
}

async function find(
  call: ForgeCall,
  access: 'read' | 'write',
): Promise<{ repository: ForgeRepository; pull: ForgePull; branches: Map<string, string> }> {
  const repository = call.repository(pathOf(call), access)
  const branches = await call.world.refresh(repository)
  return { repository, pull: call.pull(repository, call.params.index), branches }
}

function refusal(status: number, message: string): ForgeRefusal {
  return new ForgeRefusal(status, { message, url: 'https://example.com/api/swagger' })
}
