import { z } from 'zod'
import type { ForgeCall } from '../forge/forge-call.ts'
import type { ForgePull, ForgeRepository } from '../forge/forge-model.ts'
import { ForgeRefusal, type ForgeReply } from '../forge/forge-refusal.ts'
import type { ForgeRoute } from '../forge/forge-route.ts'
import { GitlabObjects, stateOf } from './gitlab-objects.ts'

const PAGE = { size: 20, most: 100, sizeName: 'per_page' }
const Paging = { page: z.string().optional(), per_page: z.string().optional() }
const Shared = {
  description: z.string().optional(),
  labels: z.string().optional(),
  reviewer_ids: z.array(z.number()).optional(),
  remove_source_branch: z.boolean().optional(),
  squash: z.boolean().optional(),
}

/** The rules of merge requests, as https://docs.gitlab.com/api/merge_requests describes them. */
export const mergeRequestRoutes: readonly ForgeRoute[] = [
  {
    id: 'merge-requests/list',
    method: 'GET',
    path: '/projects/:project/merge_requests',
    query: z.strictObject({
      ...Paging,
      state: z.enum(['opened', 'closed', 'locked', 'merged', 'all']).optional(),
      scope: z.enum(['created_by_me', 'assigned_to_me', 'all']).optional(),
      order_by: z.enum(['created_at', 'updated_at', 'title', 'merged_at']).optional(),
      sort: z.enum(['asc', 'desc']).optional(),
      source_branch: z.string().optional(),
      target_branch: z.string().optional(),
    }),
    run: list,
  },
  {
    id: 'merge-requests/create',
    method: 'POST',
    path: '/projects/:project/merge_requests',
    body: z.strictObject({
      ...Shared,
      source_branch: z.string(),
      target_branch: z.string(),
      title: z.string(),
    }),
    run: create,
  },
  { id: 'merge-requests/show', method: 'GET', path: '/projects/:project/merge_requests/:iid', run: show },
  {
    id: 'merge-requests/update',
    method: 'PUT',
    path: '/projects/:project/merge_requests/:iid',
    body: z.strictObject({
      ...Shared,
      title: z.string().optional(),
      target_branch: z.string().optional(),
      state_event: z.enum(['close', 'reopen']).optional(),
    }),
    run: update,
  },
  {
    id: 'merge-requests/raw-diffs',
    method: 'GET',
    path: '/projects/:project/merge_requests/:iid/raw_diffs',
    run: rawDiffs,
  },
]

async function list(call: ForgeCall): Promise<ForgeReply> {
  const repository = call.repository(call.params.project ?? '', 'read')
  await call.world.refresh(repository)
  const { state = 'all', source_branch: source, target_branch: target, sort = 'desc' } = call.query
  const found = repository.pulls
    .filter((pull) => state === 'all' || stateOf(pull) === state)
    .filter((pull) => source === undefined || pull.head.ref === source)
    .filter((pull) => target === undefined || pull.base.ref === target)
    .sort((left, right) => (sort === 'asc' ? 1 : -1) * (left.number - right.number))
  const objects = new GitlabObjects(call.world)
  return call.page(
    found.map((pull) => objects.mergeRequest(repository, pull)),
    PAGE,
  )
}

/** As in GitLab, neither branch has to be there. */
async function create(call: ForgeCall): Promise<ForgeReply> {
  const repository = call.repository(call.params.project ?? '', 'write')
  const { world, body } = call
  const branches = await world.refresh(repository)
  const head = String(body.source_branch)
  const base = String(body.target_branch)
  if (head === base) {
    throw new ForgeRefusal(422, { message: ["You can't use same project/branch for source and target"] })
  }
  refuseLongTitle(body.title)
  refuseDuplicate(call, repository, head, base)
  const pull = world.openPull(
    repository,
    { title: String(body.title), body: String(body.description ?? ''), account: call.actor(), head, base },
    branches,
  )
  decorate(call, pull)
  return { status: 201, body: new GitlabObjects(world).mergeRequest(repository, pull) }
}

async function show(call: ForgeCall): Promise<ForgeReply> {
  const { repository, pull } = await find(call, 'read')
  return { status: 200, body: new GitlabObjects(call.world).mergeRequest(repository, pull) }
}

async function update(call: ForgeCall): Promise<ForgeReply> {
  const { repository, pull } = await find(call, 'write')
  const { body, world } = call
  if (Object.keys(body).length === 0) {
    throw new ForgeRefusal(400, {
      error: 'assignee_id, description, title, … are missing, at least one parameter must be provided',
    })
  }
  refuseLongTitle(body.title)
  if (body.state_event === 'reopen' && pull.state === 'closed' && !pull.merged) {
    refuseDuplicate(call, repository, pull.head.ref, pull.base.ref)
    world.reopenPull(pull, await world.bare(repository).branches())
  }
  if (body.state_event === 'close' && pull.state === 'open') world.closePull(pull)
  if (typeof body.title === 'string') pull.title = body.title
  if (typeof body.description === 'string') pull.body = body.description
  decorate(call, pull)
  pull.updatedAt = world.now()
  return { status: 200, body: new GitlabObjects(world).mergeRequest(repository, pull) }
}

async function rawDiffs(call: ForgeCall): Promise<ForgeReply> {
  const { repository, pull } = await find(call, 'read')
  return { status: 200, text: await call.world.diff(repository, pull) }
}

async function find(
  call: ForgeCall,
  access: 'read' | 'write',
): Promise<{ repository: ForgeRepository; pull: ForgePull }> {
  const repository = call.repository(call.params.project ?? '', access)
  await call.world.refresh(repository)
  return { repository, pull: call.pull(repository, call.params.iid) }
}

/** Labels are made when there are none of that name; reviewers who may not see the project are left out. */
function decorate(call: ForgeCall, pull: ForgePull): void {
  const { labels, reviewer_ids: reviewers } = call.body
  if (typeof labels === 'string') pull.labels = labels.split(',').filter((name) => name !== '')
  if (Array.isArray(reviewers)) {
    pull.reviewers = call.world.accounts.filter((each) => reviewers.includes(each.id))
  }
}

function refuseDuplicate(call: ForgeCall, repository: ForgeRepository, head: string, base: string): void {
  const open = call.world.openPullOf(repository, head, base)
  if (!open) return
  throw new ForgeRefusal(409, {
    message: [`Another open merge request already exists for this source branch: !${open.number}`],
  })
}

function refuseLongTitle(title: unknown): void {
  if (typeof title !== 'string' || title.length <= 255) return
  throw new ForgeRefusal(400, { message: { title: ['is too long (maximum is 255 characters)'] } })
}
