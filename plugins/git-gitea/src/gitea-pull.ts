import { githubShapedPull, type HostPull } from '@docent/git-host'

/** How titles begin that make drafts, on servers as they come and on those that follow GitLab. */
export const DRAFT_TITLES = {
  // Only the server knows what its administrator made the prefixes of drafts.
  prefix: '',
  pattern: /^(?:\s*(?:wip:|\[wip\]|draft:|\[draft\]))+\s*/i,
  length: 255,
}

export function readPull(reply: unknown): HostPull {
  return githubShapedPull(reply, { draftTitles: DRAFT_TITLES })
}
