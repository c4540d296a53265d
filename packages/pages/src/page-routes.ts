import type { RouteTable } from '@docent/core/plugin'
import { serveBrandFile } from './brand/serve-brand-file.ts'
import { mergeLocalPull } from './pulls/merge-pull.ts'
import { showLocalPull } from './pulls/show-local-pull.ts'
import { showPullPage } from './pulls/show-pull-page.ts'
import { showReference } from './reference/show-reference.ts'
import { listSkills } from './site/agents/list-skills.ts'
import { showRobots, showSitemapIndex } from './site/origin-lists.ts'
import { serveSiteAsset } from './site/serve-site-asset.ts'
import { showSite, showSiteRoot } from './site/show-site.ts'
import { serveWidget } from './widget/serve-widget.ts'

/** What people open in a browser, but for the dashboard. Needs a `SiteFeature` in `features` of the handler. */
export const PAGE_ROUTES: RouteTable = [
  ['GET', '/pulls/{token}', showLocalPull],
  ['POST', '/pulls/{token}/merge', mergeLocalPull],
  ['GET', '/pulls/{token}/{side}/{path}', showPullPage],
  ['GET', '/reference', showReference],
  ['GET', '/robots.txt', showRobots],
  ['GET', '/sitemap.xml', showSitemapIndex],
  ['GET', '/.well-known/agent-skills/index.json', listSkills],
  ['GET', '/widget/{version}/{file}', serveWidget],
  ['GET', '/site/{domain}', showSiteRoot],
  ['GET', '/site/{domain}/{path}', showSite],
  ['GET', '/assets/site/{file}', serveSiteAsset],
  ['GET', '/assets/brand/{domain}/{file}', serveBrandFile],
]
