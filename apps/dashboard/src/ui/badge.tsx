import {
  Archive,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleMinus,
  CircleX,
  Clock,
  GitMerge,
  GitPullRequestClosed,
  Hourglass,
  type LucideIcon,
  OctagonX,
  RotateCw,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'

type Tone = 'success' | 'attention' | 'danger' | 'progress' | 'plain'

export interface BadgeLook {
  label: string
  tone: Tone
  icon: LucideIcon
}

/** The states that things can be in, each with a word, an icon and a colour. */
export const LOOKS = {
  active: { label: 'Working', tone: 'progress', icon: CircleDashed },
  waiting: { label: 'Waiting', tone: 'attention', icon: Hourglass },
  completed: { label: 'Completed', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: CircleX },
  unchanged: { label: 'No change', tone: 'plain', icon: CircleMinus },
  cancelled: { label: 'Cancelled', tone: 'plain', icon: OctagonX },
  merged: { label: 'Merged', tone: 'success', icon: GitMerge },
  closed: { label: 'Closed', tone: 'plain', icon: GitPullRequestClosed },
  archived: { label: 'Archived', tone: 'plain', icon: Archive },
  answered: { label: 'Answered', tone: 'success', icon: CircleCheck },
  unanswered: { label: 'Unanswered', tone: 'attention', icon: CircleHelp },
  aborted: { label: 'Stopped', tone: 'plain', icon: OctagonX },
  pending: { label: 'Pending', tone: 'progress', icon: Clock },
  retrying: { label: 'Retrying', tone: 'attention', icon: RotateCw },
  delivered: { label: 'Delivered', tone: 'success', icon: CircleCheck },
  dead: { label: 'Given up', tone: 'danger', icon: CircleX },
  done: { label: 'Up to date', tone: 'success', icon: CircleCheck },
  incomplete: { label: 'Incomplete', tone: 'attention', icon: TriangleAlert },
  indexing: { label: 'Indexing', tone: 'progress', icon: CircleDashed },
  never: { label: 'Not indexed yet', tone: 'plain', icon: Clock },
  ok: { label: 'Healthy', tone: 'success', icon: CircleCheck },
  trouble: { label: 'Needs attention', tone: 'danger', icon: CircleX },
  revoked: { label: 'Revoked', tone: 'plain', icon: OctagonX },
  expired: { label: 'Expired', tone: 'plain', icon: Clock },
  inUse: { label: 'In use', tone: 'success', icon: CircleCheck },
  live: { label: 'Active', tone: 'success', icon: CircleCheck },
} satisfies Record<string, BadgeLook>

/** Drawn once for each look: lists show dozens of badges in a frame. */
const drawn = new Map<BadgeLook, ReactNode>()

export function Badge({ look }: { look: BadgeLook }) {
  let badge = drawn.get(look)
  if (badge === undefined) {
    const Icon = look.icon
    badge = (
      <span className={`badge ${look.tone}`}>
        <Icon size={12} aria-hidden />
        {look.label}
      </span>
    )
    drawn.set(look, badge)
  }
  return badge
}
