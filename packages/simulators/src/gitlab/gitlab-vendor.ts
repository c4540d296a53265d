import { ForgeRefusal } from '../forge/forge-refusal.ts'
import { type ForgeVendor, protectionHook } from '../forge/forge-vendor.ts'
import { mergeRequestRoutes } from './merge-request-routes.ts'
import { projectRoutes } from './project-routes.ts'

const NOT_FOUND: Readonly<Record<string, string>> = {
  repository: '404 Project Not Found',
  branch: '404 Branch Not Found',
  user: '404 User Not Found',
  discussion: '404 Discussion Not Found',
}

/** GitLab's routes and words. */
export const gitlabVendor: ForgeVendor = {
  name: 'GitLab',
  apiPath: '/api/v4',
  routes: [...mergeRequestRoutes, ...projectRoutes],
  tokenPrefix: 'glpat-',
  closesWithoutBase: false,
  protectionHook: protectionHook(
    'GitLab: You are not allowed to push code to protected branches on this project.',
  ),
  git: {
    realm: 'GitLab',
    denied:
      'HTTP Basic: Access denied. If a password was provided for Git authentication, the password was incorrect or you are required to use a token instead of a password.',
    missing: "The project you were looking for could not be found or you don't have permission to view it.",
    readOnly: 'You are not allowed to push code to this project.',
  },
  tokenOf(headers) {
    const { authorization } = headers
    if (authorization !== undefined) return authorization.replace(/^bearer /i, '')
    const own = headers['private-token']
    return typeof own === 'string' ? own : undefined
  },
  unauthorized: () => new ForgeRefusal(401, { message: '401 Unauthorized' }),
  notFound: (what) => new ForgeRefusal(404, { message: NOT_FOUND[what] ?? '404 Not found' }),
  forbidden: () => new ForgeRefusal(403, { message: '403 Forbidden' }),
  insufficientScope: () =>
    new ForgeRefusal(403, {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: 'api',
    }),
  archived: () => new ForgeRefusal(403, { message: '403 Forbidden' }),
  moved({ method, url, repository, former }) {
    if (method !== 'GET') {
      return new ForgeRefusal(405, { message: 'Non GET methods are not allowed for moved projects' })
    }
    const location = url.href.replace(encodeURIComponent(former), String(repository.id))
    return new ForgeRefusal(
      301,
      { message: `This resource has been moved permanently to ${location}` },
      { location },
    )
  },
  planted: (_status, message) => ({ message }),
}
