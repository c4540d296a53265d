import { isDocumentationFile } from '@docent/content'
import { permissionsOfRole } from '@docent/core'
import { DocentError, defined, type Reply } from '@docent/core/plugin'
import { csrfTokenOf, definePublicOperation, type PublicCall, roleIn } from '@docent/http'
import { CHANGE_ID } from '@docent/site'
import { shownBrand } from '../brand/shown-brand.ts'
import { type FoundPull, findPull, projectOfPull } from './find-pull.ts'
import {
  type PullRequestPageParts,
  pullRequestPolicy,
  pullRequestReferrers,
  renderPullRequestPage,
} from './render-pull-request-page.ts'

export const showLocalPull = definePublicOperation({
  id: 'showLocalPull',
  summary: 'The page of a pull request of the local git host',
  description:
    'Nobody can guess the token. Anyone who has it can read the page. Signed-in editors of the project can merge.',
  tag: 'Server',
  secretPath: true,
  reply: { status: 200, description: 'The pull request with its diff.', content: { 'text/html': undefined } },
  async handle(call) {
    const found = await findPull(call)
    if (found === undefined) throw new DocentError('not_found', 'There is no such pull request.')
    return pullReply(call, found)
  },
})

/** @param notice why the last thing that was tried did not work */
export async function pullReply(
  call: PublicCall,
  found: FoundPull,
  { status = 200, notice }: { status?: number; notice?: string } = {},
): Promise<Reply> {
  const { pull, diff } = found
  const parts: PullRequestPageParts = {
    ...(await memberParts(call, found)),
    ...(await brandParts(call, found)),
    ...defined({ notice }),
    rendered: (side, path) =>
      found.host.readFile !== undefined && isDocumentationFile(path)
        ? `/pulls/${call.params.token}/${side}/${path.split('/').map(encodeURIComponent).join('/')}#${CHANGE_ID}`
        : undefined,
  }
  return {
    kind: 'text',
    status,
    type: 'text/html; charset=utf-8',
    body: await renderPullRequestPage(pull, diff, parts),
    headers: {
      'Content-Security-Policy': pullRequestPolicy(parts),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': pullRequestReferrers(parts),
      'Cache-Control': 'no-store',
    },
  }
}

/** Anyone who has the address can read the page, so it may show the brand. */
async function brandParts(call: PublicCall, found: FoundPull): Promise<Pick<PullRequestPageParts, 'brand'>> {
  const project = await projectOfPull(call, found)
  if (project === undefined) return {}
  const { name, accent, logo } = await shownBrand(call.services.docent, project, { signal: call.signal })
  const hasLogo = logo.light !== undefined || logo.dark !== undefined
  return { brand: { name, ...defined({ accent, logo: hasLogo ? defined(logo) : undefined }) } }
}

/** For a person who may see the project, the way back to it; and a button for one who may edit it. */
async function memberParts(
  call: PublicCall,
  found: FoundPull,
): Promise<Pick<PullRequestPageParts, 'merge' | 'back'>> {
  const { services, headers, signal, params } = call
  const signedIn = await services.signedIn.read(headers, signal)
  if (signedIn === undefined) return {}
  const project = await projectOfPull(call, found)
  if (project === undefined) return {}
  const role = roleIn(signedIn.session, project.organizationId)
  if (role === undefined) return {}
  const path = ['dashboard', project.organizationId, project.domain, 'jobs'].map(encodeURIComponent).join('/')
  const back = { href: `/${path}`, text: `Jobs of ${project.name}` }
  const mayMerge =
    found.pull.state === 'open' && found.host.merge !== undefined && permissionsOfRole(role).includes('edit')
  if (!mayMerge) return { back }
  const token = csrfTokenOf(services.settings.secrets, signedIn.token)
  return { back, merge: { action: `/pulls/${params.token}/merge`, head: found.pull.headCommit, token } }
}
