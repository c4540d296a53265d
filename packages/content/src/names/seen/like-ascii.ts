/** Without width, or only for the direction: nobody sees them. */
export const UNSEEN =
  '\\u00AD\\u061C\\u115F\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFE00-\\uFE0F\\uFEFF'
export const SPACES = '\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000'
/** Hyphens in other scripts, and dashes. */
export const DASHES = '\\u2010-\\u2015\\u2212\\uFE58\\uFE63\\uFF0D'
const HYPHEN = /^[-\u2010\u2011\u2212\uFE63\uFF0D]$/
/** Letters, digits and the underscore in full width. */
export const WIDE = '\\uFF10-\\uFF19\\uFF21-\\uFF3A\\uFF3F\\uFF41-\\uFF5A'

const WIDE_DISTANCE = 0xfee0

const ALL_UNSEEN = new RegExp(`[${UNSEEN}]+`, 'g')
/** A dash at least, also with what nobody sees between. */
export const DASH_RUN = `(?<![-${DASHES}${UNSEEN}])[-${DASHES}${UNSEEN}]*[${DASHES}][-${DASHES}${UNSEEN}]*`
const IS_SPACE = new RegExp(`^[${SPACES}]$`)
const IS_WIDE = new RegExp(`^[${WIDE}]$`)
const IS_DASHES = new RegExp(`^[-${DASHES}]+$`)

/** What is seen of a character, or of a run of dashes or of nothing visible; undefined where it stays as it is. */
export function seenCharacter(found: string, place: DashPlace): string | undefined {
  const visible = found.replace(ALL_UNSEEN, '')
  if (IS_SPACE.test(visible)) return ' '
  if (IS_WIDE.test(visible)) return narrow(visible)
  const ascii = IS_DASHES.test(visible)
    ? dashAsAscii(visible, { ...place, behind: narrow(place.behind) })
    : undefined
  return ascii ?? (visible === found ? undefined : visible)
}

function narrow(character: string): string {
  return IS_WIDE.test(character) ? String.fromCharCode(character.charCodeAt(0) - WIDE_DISTANCE) : character
}

export interface DashPlace {
  /** What is seen before and behind it; '' at an end. */
  before: string
  behind: string
  isCode: boolean
  /** Within a word that begins as a flag does. */
  isInFlag: boolean
  /** The word behind has hyphens itself: no dash of a sentence stands before it. */
  isCompound: boolean
}

/** How a run of dashes reads that is a part of a name; undefined for the dash of a sentence or a range. */
function dashAsAscii(
  run: string,
  { before, behind, isCode, isInFlag, isCompound }: DashPlace,
): string | undefined {
  const isHyphen = HYPHEN.test(run)
  if (/[A-Za-z-]/.test(behind) && (before === '' || /[\s`"'“‘(|[*_/=,]/.test(before))) {
    if (isHyphen) return '-'
    return run.length > 1 || isCode || isCompound ? '--' : undefined
  }
  if (!/[A-Za-z0-9_-]/.test(before) || !/[A-Za-z0-9_-]/.test(behind)) return undefined
  const isBetweenDigits = /\d/.test(before) && /\d/.test(behind)
  return (isHyphen && !isBetweenDigits) || isInFlag || (isCode && !isBetweenDigits) ? '-' : undefined
}
