import { z } from 'zod'
import type { ForgeCall } from '../forge/forge-call.ts'
import type { ForgeComment } from '../forge/forge-model.ts'
import { ForgeRefusal, type ForgeReply } from '../forge/forge-refusal.ts'
import type { ForgeRoute } from '../forge/forge-route.ts'
import { GiteaObjects, PERMISSIONS } from './gitea-objects.ts'
import { PAGE, pathOf } from './pull-routes.ts'

/** Repositories, their branches, labels and collaborators, and the conversation of pull requests. */
export const repositoryRoutes: readonly ForgeRoute[] = [
  {
    id: 'repos/get',
    method: 'GET',
    path: '/repos/:owner/:repo',
    run: (call) => {
      const repository = call.repository(pathOf(call), 'read')
      const role = call.token && call.world.roleOf(repository, call.token.account.login)
      const permissions = { admin: role === 'admin', push: role === 'admin' || role === 'writer', pull: true }
      return { status: 200, body: { ...new GiteaObjects(call.world).repository(repository), permissions } }
    },
  },
  {
    id: 'branches/get',
    method: 'GET',
    path: '/repos/:owner/:repo/branches/:branch+',
    run: getBranch,
  },
  {
    id: 'labels/list',
    method: 'GET',
    path: '/repos/:owner/:repo/labels',
    query: z.strictObject({ page: z.string().optional(), limit: z.string().optional() }),
    run: (call) => {
      const { labels } = call.repository(pathOf(call), 'read')
      const shown = labels.map((label) => ({ ...label, color: '00aabb', description: '', exclusive: false }))
      return call.page(shown, PAGE)
    },
  },
  {
    id: 'collaborators/permission',
    method: 'GET',
    path: '/repos/:owner/:repo/collaborators/:user/permission',
    run: getPermission,
  },
  {
    id: 'comments/list',
    method: 'GET',
    path: '/repos/:owner/:repo/issues/:index/comments',
    run: listComments,
  },
  {
    id: 'comments/create',
    method: 'POST',
    path: '/repos/:owner/:repo/issues/:index/comments',
    body: z.strictObject({ body: z.string() }),
    run: createComment,
  },
]

async function getBranch(call: ForgeCall): Promise<ForgeReply> {
  const repository = call.repository(pathOf(call), 'read')
  const name = call.params.branch ?? ''
  const id = (await call.world.refresh(repository)).get(name)
  if (id === undefined) throw call.vendor.notFound('branch')
  const isProtected = repository.protectedBranches.has(name)
  const body = {
    name,
    commit: { id, message: '', url: `${call.world.origin}/${repository.path}/commit/${id}` },
    protected: isProtected,
    required_approvals: 0,
    enable_status_check: false,
    status_check_contexts: [],
    user_can_push: !isProtected,
    user_can_merge: true,
    effective_branch_protection_name: isProtected ? name : '',
  }
  return { status: 200, body }
}

/** Only administrators of the repository may ask about others. */
function getPermission(call: ForgeCall): ForgeReply {
  const repository = call.repository(pathOf(call), 'read')
  const { world } = call
  const name = call.params.user ?? ''
  const actor = call.actor()
  if (actor.login !== name && world.roleOf(repository, actor.login) !== 'admin') {
    throw new ForgeRefusal(403, {
      message:
        'Only admins can query all permissions, repo admins can query all repo permissions, collaborators can query only their own',
      url: `${world.origin}/api/swagger`,
    })
  }
  const account = world.accounts.find((each) => each.login === name)
  if (!account) throw call.vendor.notFound('user')
  const role = world.roleOf(repository, name)
  const permission = role ? PERMISSIONS[role] : repository.private ? 'none' : 'read'
  const user = new GiteaObjects(world).user(account)
  return { status: 200, body: { permission, role_name: permission, user } }
}

function listComments(call: ForgeCall): ForgeReply {
  const repository = call.repository(pathOf(call), 'read')
  const pull = call.pull(repository, call.params.index)
  const objects = new GiteaObjects(call.world)
  return { status: 200, body: pull.comments.map((each) => objects.comment(repository, pull, each)) }
}

function createComment(call: ForgeCall): ForgeReply {
  const repository = call.repository(pathOf(call), 'read')
  const pull = call.pull(repository, call.params.index)
  const { world, token } = call
  const account = call.actor()
  if (token?.access !== 'write') throw call.vendor.insufficientScope('write')
  const id = world.nextId()
  const comment: ForgeComment = {
    id,
    account,
    body: String(call.body.body),
    createdAt: world.now(),
    thread: String(id),
  }
  pull.comments.push(comment)
  return { status: 201, body: new GiteaObjects(world).comment(repository, pull, comment) }
}
