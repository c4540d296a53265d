/** A kind of words in commit messages and pull requests that make a host or a bot act. */
export interface TextTrigger {
  name: string
  /** The page that documents it. */
  source: string
  /** What is found, up to the place of an invisible space that takes its meaning away. */
  before: RegExp
}

const SPACE = '\u200b'
const REFERENCE_PATHS = 'issues|pulls?|merge_requests|work_items|discussions|epics'

/**
 * What text of people, models and repositories can set off on a host. A pull request's text becomes a commit message
 * when it is squashed, so one list holds for both.
 */
export const TEXT_TRIGGERS: readonly TextTrigger[] = [
  {
    name: 'mentions of people and teams',
    source:
      'https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#mentioning-people-and-teams',
    before: /(?<![\w`])@(?=[a-z\d])/gi,
  },
  {
    name: 'issues, pull requests and merge requests, closing keywords or not',
    source:
      'https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue',
    before: /#(?=\d)(?<=(?:^|[\s([{"'*_>,;:]|[\w.-]\/[\w.-]+)#)/gm,
  },
  {
    name: 'merge requests and epics of GitLab',
    source: 'https://docs.gitlab.com/user/markdown/#gitlab-specific-references',
    before: /[!&](?=\d)(?<=(?:^|[\s([{"'*_,;:]|[\w.-]\/[\w.-]+)[!&])/gm,
  },
  {
    name: 'issues by `GH-` and their number',
    source:
      'https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls',
    before: /\bGH-(?=\d)/gi,
  },
  {
    name: 'issues and pull requests by their address',
    source:
      'https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls',
    before: new RegExp(`https?://[^\\s<>()]{1,300}/(?:${REFERENCE_PATHS})/(?=\\d)`, 'gi'),
  },
  {
    name: 'words that skip CI',
    source: 'https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs',
    before: /\[(?=(?:(?:skip|no)[ -][\w. -]{1,30}|[\w. -]{1,30}[ -]skip)\])|\*\*\*NO(?=_CI\*\*\*)/gi,
  },
  {
    name: 'commands at the start of a line',
    source: 'https://docs.gitlab.com/user/project/quick_actions',
    before: /^[ \t>*-]*(?=\/[a-z][\w-]*(?:[ \t]|\r?$))|^[ \t>]*bors(?=[ \t])/gim,
  },
  {
    name: 'trailers of commits',
    source: 'https://git-scm.com/docs/git-interpret-trailers',
    before: /^[ \t>]*[a-z\d]+(?:-[a-z\d]+)+(?=[ \t]*:)/gim,
  },
]

/**
 * Text of people, models and repositories stays text: it notifies nobody, closes and links nothing, gives no command,
 * and forges no trailer or hidden comment. Readers see the same words: an invisible space stands in each trigger.
 */
export function neutralize(text: string): string {
  let neutral = text.replaceAll('<!--', '&lt;!--')
  for (const { before } of TEXT_TRIGGERS) neutral = neutral.replace(before, (found) => found + SPACE)
  return neutral
}
