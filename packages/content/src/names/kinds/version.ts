import { type ChunkPlace, isCode, type KindRule, previous } from '../keys/kind-rule.ts'
import { unitBehind } from '../keys/quantity.ts'
import { optionBefore } from '../pairs/option-before.ts'

const VERSION = /^[~^]?v?(\d{1,4}(?:\.(?:\d{1,8}|x|\*)){1,3}(?:[-+.][A-Za-z][\w.-]{0,30})?)$/
/** Within a name: behind a joint, as in `image:1.2.3` and `name-1.2.3.tar.gz`. */
const WITHIN = /[:@/=_~^#-]v?(\d{1,4}(?:\.\d{1,8}){2})(?![\w.]*\d\.\d)/
/** A package of Conan or of Spack, and its version. */
const REFERENCE = /^[a-z][a-z0-9_-]{1,40}\/\d[\w.]*(?:@[\w/]*)?$/
/** Images and packages that readers build themselves. */
const OF_OTHERS = /(?:^|\/)(?:acme|example|my-?(?:org|company|team|app|repo)|your-?\w*|user(?:name)?)\//i
const MAJOR = /^v(\d{1,3})$/
/** Behind one of these a number with one dot is a version. */
const BEFORE =
  /^(?:version|versions|release|v|since|from|Version|Since|Node|Node\.js|Python|Java|JDK|Go|Rust|PHP|Ruby|TypeScript|React|Vue|PostgreSQL|MySQL|Redis|Kubernetes|Docker|Deno|Bun|npm|pnpm|Yarn|\.NET|upgrade|until|before|after)$/
/** A capital within: no beginning of a sentence and no heading is written so. */
const PRODUCT_INSIDE = /^[a-z]+[A-Z][A-Za-z]*$|^[A-Z][a-z]+[A-Z][A-Za-z]*$/
/** "needs Svelte 5.29". */
const PRODUCT = /^[A-Z][a-z]{2,20}$/
const WHOLE = /^\d{1,3}$/
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Versions: two dots or a `v`, or one dot behind a word that says so. */
export const version: KindRule = {
  kind: 'version',
  read(place) {
    const { chunk, before } = place
    if (!/\d/.test(chunk.text)) return undefined
    const major = MAJOR.exec(chunk.text)?.[1]
    if (major !== undefined) return previous(place) === '/' ? undefined : { keys: [chunk.text, major] }
    if (WHOLE.test(chunk.text) && isBehind(place, PRODUCT_INSIDE)) return { keys: [chunk.text] }
    const found = VERSION.exec(chunk.text)
    if (found === null) {
      // Letters exchanged with a dot leave a token that is nothing else.
      if (place.isWholeSpan && /^v\d[\w.]*$/.test(chunk.text)) return { keys: [chunk.text] }
      const within = isCode(place) || !/[/#]/.test(chunk.text) ? WITHIN.exec(chunk.text) : null
      const number = within?.[1]
      if (within === null || number === undefined) return undefined
      if (isCode(place) && REFERENCE.test(chunk.text)) return 'allowed'
      if (OF_OTHERS.test(chunk.text.slice(0, within.index))) return 'allowed'
      return {
        text: number,
        start: chunk.start + within.index + within[0].length - number.length,
        keys: [number],
      }
    }
    if (ADDRESS.test(chunk.text)) return 'allowed'
    const [, number = ''] = found
    const isPlain = /^\d+\.\d+$/.test(chunk.text)
    const isNamed =
      before !== undefined &&
      ((BEFORE.test(before.text) && chunk.start - before.end <= 3) || isBehind(place, PRODUCT, /[a-z,(] ?$/))
    if (isPlain && !isNamed) return undefined
    // "~1.8 MB" is a quantity.
    if (/^~?\d+\.\d+$/.test(chunk.text) && unitBehind(chunk, place.text) !== undefined) return undefined
    const short = number.replace(/(?:\.(?:0|x|\*))+$/, '')
    const option = optionBefore(place, chunk.start)
    const pair = option && { belongsTo: { text: option.text, keys: option.keys, near: true } }
    return { keys: [number, chunk.text, ...(short === number ? [] : [short])], ...pair }
  },
}

/** In prose, behind a word and a space, and no quantity. */
function isBehind({ text, chunk, before, region }: ChunkPlace, word: RegExp, around = /(?:)/): boolean {
  if (region.kind !== 'prose' || before === undefined || !word.test(before.text)) return false
  return (
    around.test(text.slice(Math.max(0, before.start - 3), before.start)) &&
    /^[ \u00A0]$/.test(text.slice(before.end, chunk.start)) &&
    !/[%:/]/.test(text[chunk.end] ?? '') &&
    unitBehind(chunk, text) === undefined
  )
}
