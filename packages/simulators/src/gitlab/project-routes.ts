import { z } from 'zod'
import type { ForgeCall } from '../forge/forge-call.ts'
import type { ForgeComment, ForgeRepository } from '../forge/forge-model.ts'
import type { ForgeReply } from '../forge/forge-refusal.ts'
import type { ForgeRoute } from '../forge/forge-route.ts'
import { ACCESS_LEVELS, GitlabObjects } from './gitlab-objects.ts'

/** Projects, their branches and members, users, and the conversation of merge requests. */
export const projectRoutes: readonly ForgeRoute[] = [
  {
    id: 'projects/show',
    method: 'GET',
    path: '/projects/:project',
    run: (call) => {
      const repository = call.repository(call.params.project ?? '', 'read')
      return { status: 200, body: showProject(call, repository) }
    },
  },
  {
    id: 'branches/show',
    method: 'GET',
    path: '/projects/:project/repository/branches/:branch',
    run: showBranch,
  },
  { id: 'members/show-all', method: 'GET', path: '/projects/:project/members/all/:user', run: showMember },
  {
    id: 'users/list',
    method: 'GET',
    path: '/users',
    query: z.strictObject({ username: z.string() }),
    run: (call) => {
      call.actor()
      const objects = new GitlabObjects(call.world)
      const found = call.world.accounts.filter((each) => sameName(each.login, call.query.username))
      return { status: 200, body: found.map((each) => objects.user(each)) }
    },
  },
  {
    id: 'users/current',
    method: 'GET',
    path: '/user',
    run: (call) => {
      const actor = call.actor()
      return { status: 200, body: { ...new GitlabObjects(call.world).user(actor), bot: actor.bot } }
    },
  },
  {
    id: 'users/show',
    method: 'GET',
    path: '/users/:user',
    run: (call) => {
      const account = call.world.accounts.find((each) => String(each.id) === call.params.user)
      if (!account) throw call.vendor.notFound('user')
      const objects = new GitlabObjects(call.world)
      return { status: 200, body: { ...objects.user(account), bot: account.bot, followers: 0, following: 0 } }
    },
  },
  {
    id: 'notes/list',
    method: 'GET',
    path: '/projects/:project/merge_requests/:iid/notes',
    query: z.strictObject({ page: z.string().optional(), per_page: z.string().optional() }),
    run: listNotes,
  },
  {
    id: 'notes/create',
    method: 'POST',
    path: '/projects/:project/merge_requests/:iid/notes',
    body: z.strictObject({ body: z.string().min(1) }),
    run: (call) => addNote(call, undefined),
  },
  {
    id: 'discussions/reply',
    method: 'POST',
    path: '/projects/:project/merge_requests/:iid/discussions/:discussion/notes',
    body: z.strictObject({ body: z.string().min(1) }),
    run: (call) => addNote(call, call.params.discussion),
  },
]

/** The role of the caller, where it is one in the project itself: those of shared groups are not shown. */
function showProject(call: ForgeCall, repository: ForgeRepository): object {
  const role = call.token && repository.members.get(call.token.account.login)
  const access = role ? { access_level: ACCESS_LEVELS[role], notification_level: 3 } : null
  const permissions = { project_access: access, group_access: null }
  return { ...new GitlabObjects(call.world).project(repository), permissions }
}

async function showBranch(call: ForgeCall): Promise<ForgeReply> {
  const repository = call.repository(call.params.project ?? '', 'read')
  const name = call.params.branch ?? ''
  const id = (await call.world.refresh(repository)).get(name)
  if (id === undefined) throw call.vendor.notFound('branch')
  const isProtected = repository.protectedBranches.has(name)
  const body = {
    name,
    commit: { id, short_id: id.slice(0, 8) },
    merged: false,
    protected: isProtected,
    developers_can_push: !isProtected,
    developers_can_merge: true,
    can_push: !isProtected,
    default: name === repository.defaultBranch,
    web_url: `${call.world.origin}/${repository.path}/-/tree/${name}`,
  }
  return { status: 200, body }
}

function showMember(call: ForgeCall): ForgeReply {
  const repository = call.repository(call.params.project ?? '', 'read')
  const account = call.world.accounts.find((each) => String(each.id) === call.params.user)
  const role = account && call.world.roleOf(repository, account.login)
  if (!account || !role) throw call.vendor.notFound('member')
  const user = new GitlabObjects(call.world).user(account)
  return { status: 200, body: { ...user, access_level: ACCESS_LEVELS[role], expires_at: null } }
}

function listNotes(call: ForgeCall): ForgeReply {
  const pull = call.pull(call.repository(call.params.project ?? '', 'read'), call.params.iid)
  const objects = new GitlabObjects(call.world)
  const newestFirst = pull.comments.map((each) => objects.note(pull, each)).toReversed()
  return call.page(newestFirst, { size: 20, most: 100, sizeName: 'per_page' })
}

async function addNote(call: ForgeCall, discussion: string | undefined): Promise<ForgeReply> {
  const repository = call.repository(call.params.project ?? '', 'read')
  const pull = call.pull(repository, call.params.iid)
  const { world, token } = call
  const account = call.actor()
  if (token?.access !== 'write') throw call.vendor.insufficientScope('write')
  const begun = pull.comments.find((each) => each.thread === discussion)
  if (discussion !== undefined && !begun) throw call.vendor.notFound('discussion')
  const id = world.nextId()
  const note: ForgeComment = {
    id,
    account,
    body: String(call.body.body),
    createdAt: world.now(),
    thread: begun?.thread ?? id.toString(16).padStart(40, '0'),
    ...(begun?.path === undefined ? {} : { path: begun.path }),
    ...(begun?.line === undefined ? {} : { line: begun.line }),
  }
  pull.comments.push(note)
  return { status: 201, body: new GitlabObjects(world).note(pull, note) }
}

/** GitLab looks user names up in any case. */
function sameName(left: string, right: string | undefined): boolean {
  return left.toLowerCase() === right?.toLowerCase()
}
