import { mayPush, mayRead } from '../github-access.ts'
import { nodeId } from '../github-objects.ts'
import { GithubRefusal, notFound } from '../github-refusal.ts'
import type { GithubCall, GithubOperation, GithubReply } from './github-operation.ts'

/** Repositories, their branches and the people who work on them. */
export const repositoryOperations: Readonly<Record<string, GithubOperation>> = {
  'repos/get': getRepository,
  'repos/list-branches': listBranches,
  'repos/get-branch': getBranch,
  'git/get-ref': getRef,
  'repos/get-collaborator-permission-level': getPermission,
  'users/get-authenticated': (call) => ({ status: 200, body: privateUser(call) }),
  'users/get-by-username': getUser,
}

function getRepository(call: GithubCall): GithubReply {
  const repository = call.found()
  if (!mayRead(call.identity, repository)) throw notFound()
  const push = mayPush(call.identity, repository)
  const permissions = { admin: false, maintain: false, push, triage: push, pull: true }
  const { parent } = repository
  const forked = parent && {
    parent: call.objects.repository(parent),
    source: call.objects.repository(parent),
  }
  const known = { ...call.objects.repository(repository, 'full-repository'), permissions, ...forked }
  return { status: 200, body: known }
}

async function listBranches(call: GithubCall): Promise<GithubReply> {
  const repository = call.repository('contents', 'read')
  const branches = await call.world.refresh(repository)
  const base = `${call.world.apiUrl}/repos/${repository.owner.login}/${repository.name}`
  return call.page(
    [...branches].map(([name, sha]) => ({
      name,
      commit: { sha, url: `${base}/commits/${sha}` },
      protected: repository.protectedBranches.has(name),
    })),
  )
}

async function getBranch(call: GithubCall): Promise<GithubReply> {
  const repository = call.repository('contents', 'read')
  const name = call.params.branch ?? ''
  const sha = (await call.world.refresh(repository)).get(name)
  if (sha === undefined) throw notFound()
  const base = `${call.world.apiUrl}/repos/${repository.owner.login}/${repository.name}`
  const bare = call.world.bare(repository)
  const text = await bare.git('show', '-s', '--format=%T%n%P%n%an%n%ae%n%aI%n%B', sha)
  const [tree = '', parents = '', author = '', email = '', date = '', ...message] = text.split('\n')
  const person = { name: author, email, date }
  const body = call.objects.complete('branch-with-protection', {
    name,
    protected: repository.protectedBranches.has(name),
    protection: { enabled: repository.protectedBranches.has(name) },
    protection_url: `${base}/branches/${name}/protection`,
    _links: {
      html: `${call.world.origin}/${repository.owner.login}/${repository.name}/tree/${name}`,
      self: `${base}/branches/${name}`,
    },
    commit: {
      sha,
      node_id: nodeId('C', repository.id),
      url: `${base}/commits/${sha}`,
      author: null,
      committer: null,
      parents: parents
        .split(' ')
        .filter((parent) => parent !== '')
        .map((parent) => ({ sha: parent, url: `${base}/commits/${parent}` })),
      commit: {
        author: person,
        committer: person,
        message: message.join('\n').trim(),
        tree: { sha: tree, url: `${base}/git/trees/${tree}` },
      },
    },
  })
  return { status: 200, body }
}

async function getRef(call: GithubCall): Promise<GithubReply> {
  const repository = call.repository('contents', 'read')
  if (repository.looksUntilReady > 0) {
    repository.looksUntilReady -= 1
    throw new GithubRefusal(409, 'Git Repository is empty.')
  }
  const ref = call.params.ref ?? ''
  const branch = ref.replace(/^heads\//, '')
  const sha = ref.startsWith('heads/') ? (await call.world.refresh(repository)).get(branch) : undefined
  if (sha === undefined) throw notFound()
  const base = `${call.world.apiUrl}/repos/${repository.owner.login}/${repository.name}`
  const object = { type: 'commit', sha, url: `${base}/git/commits/${sha}` }
  const body = call.objects.complete('git-ref', {
    ref: `refs/${ref}`,
    url: `${base}/git/refs/${ref}`,
    object,
  })
  return { status: 200, body }
}

function getPermission(call: GithubCall): GithubReply {
  const repository = call.repository('metadata', 'read')
  const login = call.params.username ?? ''
  const account = call.world.accounts.find((each) => each.login === login)
  if (!account) throw notFound()
  const permission = repository.collaborators.get(login) ?? (repository.private ? 'none' : 'read')
  const user = { ...call.objects.account(account), role_name: permission }
  return { status: 200, body: { permission, role_name: permission, user } }
}

function getUser(call: GithubCall): GithubReply {
  const account = call.world.accounts.find((each) => each.login === call.params.username)
  if (!account) throw notFound()
  const body = { ...call.objects.account(account, 'public-user'), user_view_type: 'public' }
  return { status: 200, body }
}

function privateUser(call: GithubCall): Record<string, unknown> {
  return { ...call.objects.account(call.actor(), 'private-user'), user_view_type: 'private' }
}
