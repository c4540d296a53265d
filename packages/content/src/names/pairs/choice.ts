import type { ChunkPlace } from '../keys/kind-rule.ts'
import type { Region } from '../text/region.ts'

const LOOKED_BACK = 300
/** What comes next is one of many, in the languages that answers mostly have. */
const SAID =
  /(?:\be\.\s?g\.|\bfor (?:example|instance)\b|(?:\bsuch as|(?:,|\bor|^) say,?)(?=[\s`"'(]{0,3}$)|\bsuppose\b|\bsomething like\b|\byou (?:might|could)\b|\bz\.\s?B\.|\bzum Beispiel\b|\bpar exemple\b|\bpor ejemplo\b|例如|例えば|たとえば)[^.!?;\n]{0,160}$/iu
/** "To wait for three days:", "For smaller files:". */
const PURPOSE = /(?:^|[.!?:] |\n)(?:To|For|If|When|Um|Für|Wenn|Pour|Si|Para)\b[^.!?\n]{0,160}:$/u
/** What is called so has a value of one's own where a command or a configuration sets it. */
const OWN = /(?:^|[-_.])(?:id|ids|port|uid|gid|pid)$|[a-z](?:Id|Port)$/
const GIVEN = /([A-Za-z][\w.-]{0,60})["'`]?(?:\s{0,3}[:=]\s{0,3}|[ \t])["'`]?$/

/** The lines above a block, without the one that opens it. */
function introOf(text: string, { start }: Region): string {
  const near = text.slice(Math.max(0, start - LOOKED_BACK), start).trimEnd()
  const before = near.slice(0, Math.max(0, near.lastIndexOf('\n'))).trimEnd()
  return before.slice(before.lastIndexOf('\n\n') + 1)
}

/** The last sentence above a block: what it says is said of the block. */
export function sentenceBefore(text: string, region: Region): string {
  const intro = introOf(text, region)
  return intro.slice(Math.max(intro.lastIndexOf('. '), intro.lastIndexOf('\n')) + 1)
}

/** Whether a value is one that the answer has chosen, and no claim about the product. */
export function isChoice({ text, region }: Pick<ChunkPlace, 'text' | 'region'>, start: number): boolean {
  if (region.kind === 'fence') {
    const intro = introOf(text, region)
    if (SAID.test(intro.replace(/:$/, '')) || PURPOSE.test(intro)) return true
    const given = GIVEN.exec(text.slice(Math.max(region.start, start - 80), start))?.[1]
    return given !== undefined && OWN.test(given)
  }
  const before = text.slice(Math.max(0, start - LOOKED_BACK), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return SAID.test(line.replace(/[`"'*]{1,4}$/, ''))
}

/** What code works with, and a text only shows: the file that a command reads, the path that a setting has. */
export function isArgument({ text, chunk, region, isWholeSpan }: ChunkPlace): boolean {
  if (region.kind === 'fence') return true
  return isChoice({ text, region }, chunk.start) || (region.kind === 'span' && !isWholeSpan)
}
