import type { GithubInstallation, Permissions } from '../github-model.ts'
import { instant } from '../github-objects.ts'
import { GithubRefusal, notFound, suspended } from '../github-refusal.ts'
import { covers } from '../github-world.ts'
import { isRecord } from '../open-api-contract.ts'
import type { GithubCall, GithubOperation, GithubReply } from './github-operation.ts'

/** A GitHub App: what it is, where it is installed, and its short-lived tokens. */
export const appOperations: Readonly<Record<string, GithubOperation>> = {
  'apps/get-authenticated': getApp,
  'apps/get-installation': (call) => ({ status: 200, body: call.objects.installation(installation(call)) }),
  'apps/get-repo-installation': getRepositoryInstallation,
  'apps/create-installation-access-token': createToken,
}

function getApp(call: GithubCall): GithubReply {
  call.requireApp()
  return { status: 200, body: call.objects.app() }
}

function getRepositoryInstallation(call: GithubCall): GithubReply {
  call.requireApp()
  const found = call.world.installationOf(call.found())
  if (!found) throw notFound()
  return { status: 200, body: call.objects.installation(found) }
}

function createToken(call: GithubCall): GithubReply {
  const found = installation(call)
  if (found.suspendedAt !== undefined) throw suspended()
  const permissions = askedPermissions(found, call.body.permissions)
  const repositories = askedRepositories(call, found)
  const token = call.world.issueInstallationToken(found, {
    ...(permissions ? { permissions } : {}),
    ...(repositories ? { repositories } : {}),
  })
  const listed = call.world.repositories.filter((each) => repositories?.has(each.id))
  const body = {
    token: token.value,
    expires_at: instant(token.expiresAt ?? 0),
    permissions: { metadata: 'read', ...token.permissions },
    repository_selection: repositories || found.repositories !== 'all' ? 'selected' : 'all',
    ...(repositories ? { repositories: listed.map((each) => call.objects.repository(each)) } : {}),
  }
  return { status: 201, body }
}

function installation(call: GithubCall): GithubInstallation {
  call.requireApp()
  const found = call.world.installations.find((each) => each.id === Number(call.params.installation_id))
  if (!found) throw notFound()
  return found
}

function askedPermissions(found: GithubInstallation, asked: unknown): Permissions | undefined {
  if (!isRecord(asked)) return undefined
  for (const [name, level] of Object.entries(asked)) {
    const granted = name === 'metadata' ? 'read' : found.permissions[name]
    if (granted !== 'write' && granted !== level) {
      throw new GithubRefusal(422, 'The permissions requested are not granted to this installation.')
    }
  }
  return asked as Permissions
}

function askedRepositories(call: GithubCall, found: GithubInstallation): ReadonlySet<number> | undefined {
  const { repositories: names, repository_ids: ids } = call.body
  if (!Array.isArray(names) && !Array.isArray(ids)) return undefined
  const mine = call.world.repositories.filter((each) => covers(found, each))
  const asked = [...(Array.isArray(names) ? names : []), ...(Array.isArray(ids) ? ids : [])]
  const chosen = asked.map((key) =>
    mine.find((each) => each.id === key || each.name.toLowerCase() === String(key).toLowerCase()),
  )
  if (chosen.some((each) => each === undefined)) {
    throw new GithubRefusal(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    )
  }
  return new Set(chosen.flatMap((each) => (each ? [each.id] : [])))
}
