import { DASH_RUN, SPACES, seenCharacter, UNSEEN, WIDE } from './like-ascii.ts'
import type { SeenDraft } from './seen-draft.ts'

const UNLIKE_ASCII = `${DASH_RUN}|[${UNSEEN}]+|[${WIDE}${SPACES}\u201C\u201D\u201E\u201F\u2033\u2018\u2019\u201B\u2032]`
const IN_FENCE = new RegExp(UNLIKE_ASCII, 'g')
/** What writes Markdown escapes and marks parts of names in code spans, too, where nobody takes the signs away. */
const IN_SPAN = new RegExp(
  `${UNLIKE_ASCII}|\\\\(?=[_-])|(?<=[\\w-])\\*(?=[\\w-]{1,40}\\*)|(?<=[\\w-]\\*[\\w-]{1,40})\\*`,
  'g',
)
const DOUBLE = /[\u201C\u201D\u201E\u201F\u2033]/
const SINGLE = /[\u2018\u2019\u201B\u2032]/

/** Reads code: what is written is what is seen, but for characters that look like those of ASCII, or like nothing. */
export function seenCode(draft: SeenDraft, end: number, isSpan: boolean): void {
  const code = draft.markdown.slice(draft.at, end)
  if (!/[^\n\t -~]|\\[_-]|[\w-]\*[\w-]/.test(code)) {
    draft.copyTo(end)
    return
  }
  const from = draft.at
  for (const { 0: found, index } of code.matchAll(isSpan ? IN_SPAN : IN_FENCE)) {
    const at = from + index
    draft.copyTo(at)
    const behind = at + found.length
    const seen = asAscii(found, draft, code[index + found.length] ?? '')
    if (seen !== undefined) draft.replace(behind, seen)
  }
  draft.copyTo(end)
}

function asAscii(found: string, draft: SeenDraft, behind: string): string | undefined {
  if (found === '\\' || found === '*') return ''
  if (DOUBLE.test(found)) return '"'
  if (SINGLE.test(found)) return "'"
  return seenCharacter(found, {
    before: draft.last,
    behind,
    isCode: true,
    isInFlag: false,
    isCompound: false,
  })
}
