import { hostedProjects, permissionsOfRole, RecordPullRequest } from '@docent/core'
import { DocentError, ProjectStore, type Reply } from '@docent/core/plugin'
import { assertSameOrigin, definePublicOperation, isCsrfToken, type PublicCall, roleIn } from '@docent/http'
import { type FoundPull, findPull, projectOfPull } from './find-pull.ts'
import { pullReply } from './show-local-pull.ts'

export const mergeLocalPull = definePublicOperation({
  id: 'mergeLocalPull',
  summary: 'Merge a pull request of the local git host',
  description:
    'Sends the commit that the person saw and the token of the session. If the branch has new commits or a conflict, the reply is 409.',
  tag: 'Server',
  secretPath: true,
  takesBytes: true,
  reply: { status: 303, description: 'The pull request is merged. Redirects back to the page.' },
  async handle(call): Promise<Reply> {
    const found = await findPull(call)
    if (found === undefined) throw new DocentError('not_found', 'There is no such pull request.')
    const form = new URLSearchParams(new TextDecoder().decode(call.bytes))
    try {
      await merge(call, found, form)
    } catch (error) {
      if (!DocentError.is(error) || (error.code !== 'conflict' && error.code !== 'push_conflict')) throw error
      const now = (await findPull(call)) ?? found
      return pullReply(call, now, { status: 409, notice: error.message })
    }
    return { kind: 'empty', status: 303, headers: { Location: `/pulls/${call.params.token}` } }
  },
})

async function merge(call: PublicCall, found: FoundPull, form: URLSearchParams): Promise<void> {
  const { services, headers, signal } = call
  const { host, pull } = found
  assertSameOrigin(headers, services.http.publicUrl)
  const signedIn = await services.signedIn.read(headers, signal)
  if (signedIn === undefined) throw new DocentError('unauthorized', 'Sign in to merge.')
  if (!isCsrfToken(services.settings.secrets, signedIn.token, form.get('token') ?? undefined))
    throw new DocentError('forbidden', 'Open the page of the pull request again, and then merge.')
  const project = await projectOfPull(call, found)
  const role = project && roleIn(signedIn.session, project.organizationId)
  if (project === undefined || role === undefined || !permissionsOfRole(role).includes('edit'))
    throw new DocentError('forbidden', 'Only editors of the project can merge. Ask an owner for the role.')
  if (host.merge === undefined) throw new DocentError('conflict', 'This git host cannot merge.')
  const merged = await host.merge(project.repository, pull.number, { signal, head: form.get('head') ?? '' })
  const { account } = signedIn.session
  const ended = { at: merged.ended?.at ?? services.clock.now(), by: account.name }
  await services.docent
    .resolve(RecordPullRequest)
    .record(host, project.repository, { ...merged, ended }, { signal })
  await services.recordAudit.record({
    organizationId: project.organizationId,
    actor: { kind: 'member', id: account.id, name: account.email ?? account.name },
    action: 'pull.merge',
    target: String(pull.number),
    details: { project: project.id, branch: pull.branch, head: pull.headCommit },
    ip: call.ip,
    userAgent: headers['user-agent'] ?? null,
  })
  await indexMerged(call, found, project.repository)
}

/** Readers see the merged text at once: a local repository has no webhook that says so. */
async function indexMerged(
  { services, signal }: PublicCall,
  { host }: FoundPull,
  repository: string,
): Promise<void> {
  const projects = services.docent.resolve<ProjectStore>(ProjectStore)
  for (const project of await hostedProjects(projects, host, repository, { signal }))
    services.indexRequests.ask(project)
}
