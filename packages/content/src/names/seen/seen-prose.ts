import { decodeEntities } from '../../formats/markdown/scan/decode-entities.ts'
import { emphasisMarks } from './emphasis-marks.ts'
import { DASH_RUN, DASHES, SPACES, seenCharacter, UNSEEN, WIDE } from './like-ascii.ts'
import type { SeenDraft } from './seen-draft.ts'

const TAG =
  '<!--[^>]{0,200}-->|</?(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)(?:\\s[^<>]{0,300})?/?>'
const UNLIKE_SEEN = new RegExp(
  [
    '\\\\[!-/:-@[-_{}~]',
    '(?:&(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|[A-Za-z]{2,20});){1,80}',
    TAG,
    '(?<=[\\w)-]|[^ -~])\\[[^\\[\\]\\n]{1,80}\\]\\([^()\\s]{0,500}\\)',
    '\\[[^\\[\\]\\n]{1,80}\\]\\([^()\\s]{0,500}\\)(?=[\\w[-])',
    DASH_RUN,
    `[${UNSEEN}]+`,
    `[${WIDE}${SPACES}]`,
    '\\*{1,3}|~{1,2}|[$]{1,2}',
  ].join('|'),
  'g',
)
/** `<code>--flag</code>` is a code span. */
const CODE_TAG = /^<(\/?)(?:code|kbd|samp|tt)\b/
/** Of entities that other decoders have no need of. */
const NAMED: Readonly<Record<string, string>> = {
  lowbar: '_',
  UnderBar: '_',
  hyphen: '\u2010',
  dash: '\u2010',
  minus: '\u2212',
  horbar: '\u2015',
  shy: '',
  zwj: '',
  zwnj: '',
  ZeroWidthSpace: '',
  NoBreak: '',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  dollar: '$',
  equals: '=',
  commat: '@',
  plus: '+',
  bsol: '\\',
  percnt: '%',
  excl: '!',
  quest: '?',
  comma: ',',
  semi: ';',
  ast: '*',
}

/** All but the marks around whole words and most links. */
const MAY_DIFFER = new RegExp(
  [
    `[${DASHES}${UNSEEN}${WIDE}${SPACES}]`,
    '[\\\\&$~]|<[!/a-zA-Z]|(?:[\\w)-]|[^\\n -~])\\[|\\]\\([^)\\n]{0,500}\\)[\\w[-]',
    // A mark that opens behind a part of a name, and one that closes before a part.
    '[\\w./:=@-]\\*{1,3}(?![*\\s,.:;)!?|\'"]|$)|[^\\s*]\\*{1,3}(?:[\\w-]|[./:=@][\\w-])',
  ].join('|'),
)

/** Reads prose: without escapes, entities, inline tags, and marks that join pieces of a word. */
export function seenProse(draft: SeenDraft, end: number): void {
  const from = draft.at
  const prose = draft.markdown.slice(from, end)
  if (!MAY_DIFFER.test(prose)) {
    draft.copyTo(end)
    return
  }
  const joining = emphasisMarks(prose)
  let isCode = false
  const found = [...prose.matchAll(UNLIKE_SEEN)]
  for (const [place, { 0: written, index }] of found.entries()) {
    const at = from + index
    if (at < draft.at) continue
    const behind = index + written.length
    if (/^[*~$]/.test(written)) {
      if (joining.has(index)) draft.skip(at, from + behind)
      continue
    }
    draft.copyTo(at)
    if (written.startsWith('[')) seenLink(draft, prose, written, behind, from)
    else if (written.startsWith('<')) {
      const tag = CODE_TAG.exec(written)
      const isMark: boolean =
        tag !== null && (tag[1] === '/' ? isCode : closesAsSpan(prose, behind, found, place))
      if (tag !== null) isCode = tag[1] !== '/' && isMark
      draft.replace(from + behind, isMark ? '`' : '')
    } else {
      const seen = seenSign(written, draft, prose.slice(behind, behind + 80), isCode)
      if (seen !== undefined) draft.replace(from + behind, seen)
    }
  }
  draft.copyTo(end)
}

/** A link that goes on as a word, or goes on with one, is a piece of it. */
function seenLink(draft: SeenDraft, prose: string, link: string, behind: number, from: number): void {
  const close = link.indexOf('](')
  const text = link.slice(1, close)
  if (/^\d{1,3}$/.test(text)) return
  const isJoined =
    /[\w-]/.test(draft.last) || /^[\w-]|^\[[^\]\n]{1,80}\]\(/.test(prose.slice(behind, behind + 90))
  if (!isJoined || !/[\w-]$/.test(text)) return
  draft.replace(draft.at + 1, '')
  draft.copyTo(draft.at + text.length)
  draft.replace(from + behind, '')
}

/** Whether the next tag closes it, with no backtick between: two marks are needed to make a span. */
function closesAsSpan(
  prose: string,
  behind: number,
  found: readonly RegExpExecArray[],
  place: number,
): boolean {
  for (const next of found.slice(place + 1, place + 40)) {
    const tag = CODE_TAG.exec(next[0])
    if (tag === null) continue
    return tag[1] === '/' && !prose.slice(behind, next.index).includes('`') && next.index > behind
  }
  return false
}

function seenSign(written: string, draft: SeenDraft, behind: string, isCode: boolean): string | undefined {
  const first = written.charAt(0)
  const escaped = first === '\\' ? written.slice(1) : undefined
  // They would begin what was not written: a cell, a span.
  if (escaped !== undefined) return /[|`\\]/.test(escaped) ? undefined : escaped
  const entity = first === '&' ? written.replace(ENTITY, decoded) : undefined
  if (entity === written || /[|`\n]/.test(entity ?? '')) return undefined
  return (
    seenCharacter(entity ?? written, {
      before: draft.last,
      behind: behind.charAt(0),
      isCode,
      isInFlag: draft.isInFlag,
      isCompound: /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+/.test(behind),
    }) ?? entity
  )
}

const ENTITY = /&[^;&]{1,22};/g

function decoded(entity: string): string {
  const name = entity.slice(1, -1)
  return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? '') : decodeEntities(entity)
}
