import type { GithubPull, GithubRepository } from '../github-model.ts'
import { GithubRefusal, invalid, type ValidationFault } from '../github-refusal.ts'
import type { GithubCall, GithubOperation, GithubReply } from './github-operation.ts'

/** The rules of pull requests. */
export const pullOperations: Readonly<Record<string, GithubOperation>> = {
  'pulls/list': listPulls,
  'pulls/create': createPull,
  'pulls/get': getPull,
  'pulls/update': updatePull,
  'pulls/list-files': listFiles,
  'pulls/request-reviewers': requestReviewers,
}

async function listPulls(call: GithubCall): Promise<GithubReply> {
  const repository = call.repository('pull_requests', 'read')
  await call.world.refresh(repository)
  const { state = 'open', head, base, sort = 'created', direction } = call.query
  const ascending = direction === 'asc' || (direction === undefined && sort !== 'created')
  const found = repository.pulls
    .filter((pull) => state === 'all' || pull.state === state)
    // As on GitHub, a head without an owner filters nothing.
    .filter(
      (pull) =>
        !head?.includes(':') || head === `${(pull.head.fork ?? repository).owner.login}:${pull.head.ref}`,
    )
    .filter((pull) => base === undefined || pull.base.ref === base)
    .sort((left, right) => (ascending ? left.number - right.number : right.number - left.number))
  return call.page(found.map((pull) => call.objects.pull(repository, pull, 'pull-request-simple')))
}

async function createPull(call: GithubCall): Promise<GithubReply> {
  const { world, body } = call
  const head = headOf(call, call.found(), String(body.head))
  const repository = head?.fork ? call.participant() : call.repository('pull_requests', 'write')
  const branches = await world.refresh(repository)
  const base = String(body.base)
  const faults: ValidationFault[] = []
  if (typeof body.title !== 'string' || body.title.trim() === '') {
    faults.push({ resource: 'PullRequest', code: 'missing_field', field: 'title' })
  }
  const headSha = head && (await world.headOf(repository, { ...head, sha: '' }, branches))
  const baseSha = branches.get(base)
  if (headSha === undefined) faults.push({ resource: 'PullRequest', field: 'head', code: 'invalid' })
  if (baseSha === undefined) faults.push({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  if (faults.length > 0 || head === undefined || headSha === undefined || baseSha === undefined)
    throw invalid(...faults)
  refuseDuplicate(repository, head, base)
  if ((await world.compare(repository, baseSha, headSha)).commits === 0) {
    throw invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: `No commits between ${base} and ${head.ref}`,
    })
  }
  if (body.draft === true && !repository.draftPullRequests) {
    throw new GithubRefusal(422, 'Draft pull requests are not supported in this repository.')
  }
  // Again after the waiting above: GitHub opens one, however many ask at once.
  refuseDuplicate(repository, head, base)
  const pull = world.addPull(repository, {
    title: String(body.title),
    body: typeof body.body === 'string' ? body.body : null,
    draft: body.draft === true,
    head: { ...head, sha: headSha },
    base: { ref: base, sha: baseSha },
    user: call.actor(),
  })
  await world.bare(repository).setRef(`refs/pull/${pull.number}/head`, headSha)
  return { status: 201, body: call.objects.pull(repository, pull) }
}

async function getPull(call: GithubCall): Promise<GithubReply> {
  const repository = call.repository('pull_requests', 'read')
  const branches = await call.world.refresh(repository)
  const pull = call.world.pull(repository, call.params.pull_number)
  const base = pull.state === 'open' ? (branches.get(pull.base.ref) ?? pull.base.sha) : pull.base.sha
  if (!/\bdiff\b/.test(call.accept)) {
    const { files, commits } = await call.world.compare(repository, base, pull.head.sha)
    const counts = {
      changed_files: files.length,
      additions: files.reduce((sum, file) => sum + file.additions, 0),
      deletions: files.reduce((sum, file) => sum + file.deletions, 0),
      commits,
    }
    return { status: 200, body: { ...call.objects.pull(repository, pull), ...counts } }
  }
  const content = await call.world.bare(repository).diff(base, pull.head.sha)
  return { status: 200, text: { content, type: 'application/vnd.github.diff; charset=utf-8' } }
}

async function updatePull(call: GithubCall): Promise<GithubReply> {
  const { body, world } = call
  const isMine = world.pull(call.found(), call.params.pull_number).user === call.actor()
  const repository = isMine ? call.participant() : call.repository('pull_requests', 'write')
  const branches = await world.refresh(repository)
  const pull = world.pull(repository, call.params.pull_number)
  if (typeof body.base === 'string') {
    const sha = branches.get(body.base)
    if (sha === undefined) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' })
    pull.base = { ref: body.base, sha }
  }
  if (body.state === 'open' && pull.state === 'closed') reopenPull(repository, pull, branches)
  if (body.state === 'closed' && pull.state === 'open') world.closePull(pull)
  if (typeof body.title === 'string') pull.title = body.title
  if (typeof body.body === 'string') pull.body = body.body
  pull.updatedAt = world.now()
  return { status: 200, body: call.objects.pull(repository, pull) }
}

/** @throws GithubRefusal 422 when it was merged, its branch is gone, or another one took its place. */
export function reopenPull(
  repository: GithubRepository,
  pull: GithubPull,
  branches: ReadonlyMap<string, string>,
): void {
  const refuse = (reason: string): GithubRefusal =>
    invalid({
      resource: 'PullRequest',
      code: 'invalid',
      field: 'state',
      message: `state cannot be changed. ${reason}`,
    })
  if (pull.merged) throw refuse('The pull request was merged.')
  if (!pull.head.fork && !branches.has(pull.head.ref))
    throw refuse(`The ${pull.head.ref} branch has been deleted.`)
  if (!branches.has(pull.base.ref)) throw refuse(`The ${pull.base.ref} branch has been deleted.`)
  refuseDuplicate(repository, pull.head, pull.base.ref)
  pull.state = 'open'
  delete pull.closedAt
}

async function listFiles(call: GithubCall): Promise<GithubReply> {
  const repository = call.repository('pull_requests', 'read')
  await call.world.refresh(repository)
  const pull = call.world.pull(repository, call.params.pull_number)
  const { files } = await call.world.compare(repository, pull.base.sha, pull.head.sha)
  return call.page(files.map((file) => call.objects.changedFile(repository, pull, file)))
}

function requestReviewers(call: GithubCall): GithubReply {
  const repository = call.repository('pull_requests', 'write')
  const pull = call.world.pull(repository, call.params.pull_number)
  const asked = Array.isArray(call.body.reviewers) ? call.body.reviewers.map(String) : []
  const teams = Array.isArray(call.body.team_reviewers) ? call.body.team_reviewers.map(String) : []
  if (asked.includes(pull.user.login)) {
    throw new GithubRefusal(422, 'Review cannot be requested from pull request author.')
  }
  const isUnknown = (login: string): boolean => !repository.collaborators.has(login)
  if (asked.some(isUnknown) || teams.some((team) => !repository.teams.has(team))) {
    const path = `${repository.owner.login}/${repository.name}`
    throw new GithubRefusal(
      422,
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${path} repository.`,
    )
  }
  pull.reviewers = [...new Set([...pull.reviewers, ...asked])]
  pull.teamReviewers = [...new Set([...pull.teamReviewers, ...teams])]
  return { status: 201, body: call.objects.pull(repository, pull, 'pull-request-simple') }
}

function refuseDuplicate(repository: GithubRepository, head: Head, base: string): void {
  const exists = repository.pulls.some(
    (pull) =>
      pull.state === 'open' &&
      pull.head.ref === head.ref &&
      pull.head.fork === head.fork &&
      pull.base.ref === base,
  )
  if (!exists) return
  const { login } = (head.fork ?? repository).owner
  const message = `A pull request already exists for ${login}:${head.ref}.`
  throw invalid({ resource: 'PullRequest', code: 'custom', message })
}

type Head = Pick<GithubPull['head'], 'ref' | 'fork'>

/** `branch` or `owner:branch`; undefined for an owner without a fork. */
function headOf(call: GithubCall, repository: GithubRepository, head: string): Head | undefined {
  const colon = head.indexOf(':')
  const ref = head.slice(colon + 1)
  if (colon < 0 || head.slice(0, colon) === repository.owner.login) return { ref }
  const fork = call.world.repositories.find(
    (each) => each.parent === repository && each.owner.login === head.slice(0, colon),
  )
  return fork && { ref, fork }
}
