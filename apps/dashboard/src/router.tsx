import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
} from '@tanstack/react-router'
import { type Feature, sessionQuery } from './api/account/session.ts'
import { type ProjectSummary, projectsQuery } from './api/projects.ts'
import { overviewQuery } from './api/reports.ts'
import { queryClient } from './query-client.ts'
import { AppLayout, OrganizationIndex, Start } from './shell/app-layout.tsx'
import { loadPage } from './shell/load-page.ts'
import { NotFound, NotFoundAlone } from './shell/not-found.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { ProjectLayout } from './shell/project-layout.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundAlone })

const outside = (path: string, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(loadPage(load) as never, name as never),
  })

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppLayout,
  // Asked for while the page's script is on its way; the component waits for it.
  loader: () => void queryClient.prefetchQuery(sessionQuery),
  notFoundComponent: NotFound,
})
const organization = createRoute({
  getParentRoute: () => app,
  path: '$organization',
  notFoundComponent: NotFound,
  loader: ({ params }) => void prefetchProjects(params.organization),
})
const project = createRoute({
  getParentRoute: () => organization,
  path: '$domain',
  component: ProjectLayout,
  notFoundComponent: NotFound,
})

/** For those who are signed in: nobody else may ask. */
async function prefetchProjects(organization: string): Promise<readonly ProjectSummary[]> {
  const session = await queryClient.fetchQuery(sessionQuery).catch(() => null)
  if (session === null) return []
  return await queryClient.fetchQuery(projectsQuery(organization)).catch(() => [])
}

/** Asked for as soon as its project is known: drawing what stands around it would take longer than the answer does. */
async function prefetchOverview(organization: string, domain: string): Promise<void> {
  const projects = await prefetchProjects(organization)
  const project = projects.find((each) => each.domain === domain)
  if (project) await queryClient.prefetchQuery(overviewQuery(project.id))
}

type Load = () => Promise<Record<string, unknown>>

/** The address of a page of a feature that the server leaves out leads nowhere. */
const ifThere = (feature: Feature | undefined) =>
  feature && {
    beforeLoad: async () => {
      const session = await queryClient.fetchQuery(sessionQuery).catch(() => null)
      if (session && !session.features.includes(feature)) throw notFound()
    },
  }

const ofProject = (path: string, load: Load, name: string, feature?: Feature) =>
  createRoute({
    getParentRoute: () => project,
    path,
    ...ifThere(feature),
    component: lazyRouteComponent(loadPage(load) as never, name as never),
  })

const ofOrganization = (path: string, load: Load, name: string, feature?: Feature) =>
  createRoute({
    getParentRoute: () => organization,
    path: `settings/${path}`,
    ...ifThere(feature),
    component: lazyRouteComponent(loadPage(load) as never, name as never),
  })

const tree = root.addChildren([
  outside('sign-in', () => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  outside('link', () => import('./pages/sign-in/link-page.tsx'), 'LinkPage'),
  app.addChildren([
    createRoute({ getParentRoute: () => app, path: '/', component: Start }),
    organization.addChildren([
      createRoute({ getParentRoute: () => organization, path: '/', component: OrganizationIndex }),
      project.addChildren([
        createRoute({
          getParentRoute: () => project,
          path: '/',
          component: lazyRouteComponent(
            loadPage(() => import('./pages/home/home-page.tsx')),
            'HomePage',
          ),
          loader: ({ params }) => void prefetchOverview(params.organization, params.domain),
        }),
        ofProject('jobs', () => import('./pages/jobs/jobs-page.tsx'), 'JobsPage'),
        ofProject('assistant', () => import('./pages/assistant/assistant-page.tsx'), 'AssistantPage'),
        ofProject('assistant/compare', () => import('./pages/assistant/compare-page.tsx'), 'ComparePage'),
        ofProject(
          'assistant/evaluation',
          () => import('./pages/assistant/evaluation-page.tsx'),
          'EvaluationPage',
          'evaluation',
        ),
        ofProject(
          'assistant/models',
          () => import('./pages/assistant/model-checks-page.tsx'),
          'ModelChecksPage',
          'evaluation',
        ),
        ofProject(
          'conversations',
          () => import('./pages/conversations/conversations-page.tsx'),
          'ConversationsPage',
        ),
        ofProject(
          'conversations/$threadId',
          () => import('./pages/conversations/conversation-page.tsx'),
          'ConversationPage',
        ),
        ofProject('gaps', () => import('./pages/gaps/gaps-page.tsx'), 'GapsPage'),
        ofProject(
          'analytics',
          () => import('./pages/analytics/analytics-page.tsx'),
          'AnalyticsPage',
          'analytics',
        ),
        ofProject('channels', () => import('./pages/channels/channels-page.tsx'), 'ChannelsPage'),
        ofProject('widget', () => import('./pages/widget/widget-page.tsx'), 'WidgetPage'),
        ofProject('brand', () => import('./pages/brand/brand-page.tsx'), 'BrandPage'),
        ofProject('project', () => import('./pages/projects/project-page.tsx'), 'ProjectPage'),
        ofProject('jobs/$jobId', () => import('./pages/jobs/job-page.tsx'), 'JobPage'),
      ]),
      ofOrganization('projects', () => import('./pages/projects/projects-page.tsx'), 'ProjectsPage'),
      ofOrganization('projects/new', () => import('./pages/projects/new-project-page.tsx'), 'NewProjectPage'),
      ofOrganization('api-keys', () => import('./pages/settings/keys/keys-page.tsx'), 'KeysPage'),
      ofOrganization('members', () => import('./pages/settings/members-page.tsx'), 'MembersPage'),
      ofOrganization('credentials', () => import('./pages/settings/credentials-page.tsx'), 'CredentialsPage'),
      ofOrganization('limits', () => import('./pages/settings/limits/limits-page.tsx'), 'LimitsPage'),
      ofOrganization(
        'webhooks',
        () => import('./pages/settings/webhooks/webhooks-page.tsx'),
        'WebhooksPage',
        'webhooks',
      ),
      ofOrganization('retention', () => import('./pages/settings/retention-page.tsx'), 'RetentionPage'),
      ofOrganization('audit', () => import('./pages/settings/audit-page.tsx'), 'AuditPage'),
      ofOrganization('system', () => import('./pages/settings/system-page.tsx'), 'SystemPage'),
      ofOrganization('account', () => import('./pages/settings/account-page.tsx'), 'AccountPage'),
    ]),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFoundAlone,
  defaultErrorComponent: PageFailed,
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The assistant page asks it. Not part of the address, which could make people ask what they did not mean to. */
    question?: string
  }
}
