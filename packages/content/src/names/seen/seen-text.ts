import { markdownRegions } from '../text/regions.ts'
import { DASHES, SPACES, UNSEEN, WIDE } from './like-ascii.ts'
import { seenCode } from './seen-code.ts'
import { SeenDraft, type SeenText } from './seen-draft.ts'
import { seenProse } from './seen-prose.ts'

/** Whatever makes what is seen differ from what is written: most texts have little of it. */
const UNLIKE_SEEN = new RegExp(
  `[\\\\*~$&\u2018-\u201F\u2032\u2033${DASHES}${UNSEEN}${WIDE}${SPACES}]|<[!/a-zA-Z]|[^\\s(]\\[[^\\]\\n]{1,80}\\]\\(|\\]\\([^)\\n]{0,500}\\)[\\w[-]`,
)

/**
 * Reads Markdown as it is rendered: escapes, entities, inline tags, marks of emphasis within words, characters without
 * width, and characters that look like others hide no name. Takes linear time.
 */
export function seenText(markdown: string): SeenText {
  if (!UNLIKE_SEEN.test(markdown)) return { text: markdown, rawAt: (offset) => offset }
  const draft = new SeenDraft(markdown)
  const regions = markdownRegions(markdown)
  for (const [at, { kind, start, end }] of regions.entries()) {
    const [before, behind] = [regions[at - 1], regions[at + 1]]
    // Spans that nothing visible parts are one to their reader.
    if (before?.kind === 'span' && behind?.kind === 'span' && isJoint(markdown, before.end, behind.start)) {
      draft.replace(behind.start, '')
      continue
    }
    draft.copyTo(start)
    if (kind === 'prose') seenProse(draft, end)
    else seenCode(draft, end, kind === 'span')
  }
  draft.copyTo(markdown.length)
  return draft.seen()
}

const LONGEST_JOINT = 60
const JOINT = new RegExp(`^(\`+)(?:[*~${UNSEEN}]|</?[a-z]{1,8}>)+\\1$`)

/** Whether between two spans stand their marks, and nothing that is seen. */
function isJoint(markdown: string, from: number, to: number): boolean {
  return to - from < LONGEST_JOINT && JOINT.test(markdown.slice(from, to))
}
