import { DASH_RUN, SPACES, seenCharacter, UNSEEN, WIDE } from './like-ascii.ts'
import type { SeenDraft } from './seen-draft.ts'

const UNLIKE_ASCII = new RegExp(
  `${DASH_RUN}|[${UNSEEN}]+|[${WIDE}${SPACES}\u201C\u201D\u201E\u201F\u2033\u2018\u2019\u201B\u2032]`,
  'g',
)
const DOUBLE = /[\u201C\u201D\u201E\u201F\u2033]/
const SINGLE = /[\u2018\u2019\u201B\u2032]/

/** Reads code: what is written is what is seen, but for characters that look like those of ASCII, or like nothing. */
export function seenCode(draft: SeenDraft, end: number): void {
  const code = draft.markdown.slice(draft.at, end)
  if (!/[^\n\t -~]/.test(code)) {
    draft.copyTo(end)
    return
  }
  const from = draft.at
  for (const { 0: found, index } of code.matchAll(UNLIKE_ASCII)) {
    const at = from + index
    draft.copyTo(at)
    const behind = at + found.length
    const seen = asAscii(found, draft, code[index + found.length] ?? '')
    if (seen !== undefined) draft.replace(behind, seen)
  }
  draft.copyTo(end)
}

function asAscii(found: string, draft: SeenDraft, behind: string): string | undefined {
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
