import { mayRead } from '../github-access.ts'
import type { GithubAccount, GithubPull, GithubRepository } from '../github-model.ts'
import { GithubRefusal, notAccessible, notFound } from '../github-refusal.ts'
import type { GithubWorld } from '../github-world.ts'
import type { GithubCall, GithubOperation, GithubReply } from './github-operation.ts'

/** Copies of repositories in other accounts. */
export const forkOperations: Readonly<Record<string, GithubOperation>> = {
  'repos/create-fork': createFork,
  'repos/merge-upstream': mergeUpstream,
}

/** Answers the fork that is there, or a new one whose branches come a moment later: GitHub forks in the background. */
async function createFork(call: GithubCall): Promise<GithubReply> {
  const repository = call.found()
  if (!mayRead(call.identity, repository)) throw notFound()
  const actor = call.actor()
  if (call.identity.kind === 'token' && !call.identity.token.classic) {
    throw notAccessible(call.identity.token.installation ? 'app' : 'token')
  }
  if (repository.owner === actor) throw new GithubRefusal(403, 'You cannot fork your own repository.')
  const fork = forkOf(call.world, repository, actor) ?? (await makeFork(call.world, repository, actor))
  return { status: 202, body: call.objects.repository(fork, 'full-repository') }
}

async function mergeUpstream(call: GithubCall): Promise<GithubReply> {
  const fork = call.repository('contents', 'write')
  const { parent } = fork
  const branch = String(call.body.branch)
  if (!parent) throw new GithubRefusal(422, 'This repository is not a fork.')
  const bare = call.world.bare(fork)
  const [mine, theirs] = [
    (await bare.branches()).get(branch),
    (await call.world.bare(parent).branches()).get(branch),
  ]
  if (mine === undefined || theirs === undefined) throw new GithubRefusal(422, 'The branch does not exist.')
  if (mine !== theirs && (await bare.commitsBetween(theirs, mine)) > 0)
    throw new GithubRefusal(409, 'There are merge conflicts')
  await bare.setRef(`refs/heads/${branch}`, theirs)
  const merge_type = mine === theirs ? 'none' : 'fast-forward'
  return {
    status: 200,
    body: { message: 'Done', merge_type, base_branch: `${parent.owner.login}:${branch}` },
  }
}

export function forkOf(
  world: GithubWorld,
  repository: GithubRepository,
  owner: GithubAccount,
): GithubRepository | undefined {
  return world.repositories.find((each) => each.parent === repository && each.owner === owner)
}

/** Somebody opens a pull request from a branch of that name in a fork of theirs, made when there is none. */
export async function openForkPull(
  world: GithubWorld,
  repository: GithubRepository,
  { branch, base, owner }: { branch: string; base: string; owner: GithubAccount },
): Promise<GithubPull> {
  const fork = forkOf(world, repository, owner) ?? (await makeFork(world, repository, owner))
  const tip = (await world.refresh(repository)).get(base) ?? ''
  const files = { [`fork-${world.nextId()}.md`]: 'x\n' }
  const sha = await world.bare(fork).commit(branch, files, { from: tip })
  const pull = world.addPull(repository, {
    title: 'docs: from a fork',
    body: null,
    draft: false,
    head: { ref: branch, sha, fork },
    base: { ref: base, sha: tip },
    user: owner,
  })
  return pull
}

async function makeFork(
  world: GithubWorld,
  parent: GithubRepository,
  owner: GithubAccount,
): Promise<GithubRepository> {
  const bare = await world.newGit(parent.defaultBranch)
  // Another request may have made it meanwhile.
  const made = forkOf(world, parent, owner)
  if (made) return made
  const isTaken = world.repository(`${owner.login}/${parent.name}`) !== undefined
  const fork: GithubRepository = {
    ...parent,
    id: world.nextId(),
    owner,
    name: isTaken ? `${parent.name}-1` : parent.name,
    gitDir: bare.gitDir,
    protectedBranches: new Set(),
    signedCommits: false,
    collaborators: new Map(),
    pulls: [],
    formerPaths: [],
    parent,
    looksUntilReady: world.forkDelay,
  }
  world.repositories.push(fork)
  const upstream = world.bare(parent)
  await bare.shareObjects(upstream)
  const tip = (await upstream.branches()).get(parent.defaultBranch)
  if (tip !== undefined) await bare.setRef(`refs/heads/${parent.defaultBranch}`, tip)
  return fork
}
