import {
  Bot,
  ChartLine,
  FolderGit2,
  House,
  KeyRound,
  type LucideIcon,
  MessageCircleQuestionMark,
  MessagesSquare,
  Palette,
  PanelRight,
  Settings,
  SlidersHorizontal,
  Sparkles,
  TextSearch,
} from 'lucide-react'
import type { Feature, Permission } from '../api/account/session.ts'
import { organizationPath, projectPath } from './paths.ts'

export interface NavigationItem {
  title: string
  icon: LucideIcon
  href: string
  /** The address below which it counts as open; default: its own. */
  within?: string
  /** No address below it counts. */
  isExact?: boolean
  /** On a narrow screen it stands in the bar at the bottom. */
  isMain?: boolean
}

export interface NavigationGroup {
  title: string
  items: readonly NavigationItem[]
}

/** The pages of a project and of its organization. */
export function navigationOf(
  organization: string,
  domain: string | undefined,
  { permissions, features }: { permissions: readonly Permission[]; features: readonly Feature[] },
): NavigationGroup[] {
  const own = (page: string) => organizationPath(organization, page)
  const shared: NavigationGroup = {
    title: 'Organization',
    items: [
      { title: 'Projects', icon: FolderGit2, href: own('projects') },
      ...(permissions.includes('manage')
        ? [{ title: 'API keys', icon: KeyRound, href: own('api-keys') }]
        : []),
      {
        title: 'Settings',
        icon: Settings,
        href: own(permissions.includes('members') ? 'members' : 'limits'),
        within: `/${organization}/settings`,
      },
    ],
  }
  if (domain === undefined) return [shared]
  const page = (name: string) => projectPath(organization, domain, name)
  return [
    {
      title: 'Project',
      items: [
        { title: 'Home', icon: House, href: page(''), isMain: true, isExact: true },
        { title: 'Assistant', icon: Sparkles, href: page('assistant'), isMain: true },
        { title: 'Conversations', icon: MessagesSquare, href: page('conversations') },
        { title: 'Gaps', icon: TextSearch, href: page('gaps') },
        { title: 'Jobs', icon: Bot, href: page('jobs'), isMain: true },
        ...(features.includes('analytics')
          ? [{ title: 'Analytics', icon: ChartLine, href: page('analytics') }]
          : []),
        { title: 'Channels', icon: MessageCircleQuestionMark, href: page('channels') },
        { title: 'Widget', icon: PanelRight, href: page('widget') },
        { title: 'Brand', icon: Palette, href: page('brand') },
        { title: 'Project settings', icon: SlidersHorizontal, href: page('project') },
      ],
    },
    shared,
  ]
}

/** The one item that is open: the longest address that the page's begins with. */
export function openItem(groups: readonly NavigationGroup[], path: string): NavigationItem | undefined {
  // The account belongs to the person, whatever the organization.
  if (path.endsWith('/settings/account')) return undefined
  const items = groups.flatMap(({ items }) => items)
  const reach = (item: NavigationItem) =>
    [item.href, item.within ?? item.href]
      .filter((place) => path === place || (!item.isExact && path.startsWith(`${place}/`)))
      .reduce((longest, place) => Math.max(longest, place.length), 0)
  const [best] = items.filter((item) => reach(item) > 0).toSorted((a, b) => reach(b) - reach(a))
  return best
}
