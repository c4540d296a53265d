import { ForgeRefusal } from '../forge/forge-refusal.ts'
import { type ForgeVendor, protectionHook } from '../forge/forge-vendor.ts'
import { pullRoutes } from './pull-routes.ts'
import { repositoryRoutes } from './repository-routes.ts'

const SWAGGER = 'https://example.com/api/swagger'

const refuse = (status: number, message: string, more: Record<string, unknown> = {}): ForgeRefusal =>
  new ForgeRefusal(status, { ...more, message, url: SWAGGER })

/** The routes and words of Gitea and Forgejo. */
export const giteaVendor: ForgeVendor = {
  name: 'Gitea',
  apiPath: '/api/v1',
  routes: [...pullRoutes, ...repositoryRoutes],
  tokenPrefix: '',
  closesWithoutBase: true,
  protectionHook: protectionHook('Gitea: Not allowed to push to protected branch $branch'),
  git: {
    realm: 'Gitea',
    denied: 'Unauthorized',
    missing: 'Not found.',
    readOnly: 'User permission denied for writing.',
  },
  tokenOf: ({ authorization }) => authorization?.replace(/^(?:token|bearer) /i, ''),
  unauthorized: () => refuse(401, 'user does not exist [uid: 0, name: ]'),
  notFound: (what) =>
    what === 'repository'
      ? refuse(404, "The target couldn't be found.", { errors: [] })
      : refuse(404, "The target couldn't be found.", { errors: [`${what} does not exist`] }),
  forbidden: () => refuse(403, 'user should have a permission to write to a repo'),
  insufficientScope: () =>
    refuse(403, 'token does not have at least one of required scope(s): [write:repository]'),
  archived: () => refuse(423, 'This repo is archived.'),
  moved({ url, repository, former }) {
    const location = url.href.replace(`/repos/${former}`, `/repos/${repository.path}`)
    return new ForgeRefusal(307, undefined, { location })
  },
  planted: (_status, message) => ({ message, url: SWAGGER }),
}
