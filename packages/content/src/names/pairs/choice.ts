import type { ChunkPlace } from '../keys/kind-rule.ts'

const LOOKED_BACK = 300
/** What comes next is one of many, in the languages that answers mostly have. */
const SAID =
  /(?:\be\.\s?g\.|\bfor (?:example|instance)\b|(?:\bsuch as|(?:,|\bor|^) say,?)(?=[\s`"'(]{0,3}$)|\bsuppose\b|\bsomething like\b|\byou (?:might|could)\b|\bz\.\s?B\.|\bzum Beispiel\b|\bpar exemple\b|\bpor ejemplo\b|例如|例えば|たとえば)[^.!?;\n]{0,160}$/iu
/** "To wait for three days:", "For smaller files:". */
const PURPOSE = /(?:^|[.!?:] |\n)(?:To|For|If|When|Um|Für|Wenn|Pour|Si|Para)\b[^.!?\n]{0,160}:$/u
/** What is called so has a value of one's own where a command or a configuration sets it. */
const OWN = /(?:^|[-_.])(?:id|ids|port|uid|gid|pid)$|[a-z](?:Id|Port)$/
const GIVEN = /([A-Za-z][\w.-]{0,60})["'`]?(?:\s{0,3}[:=]\s{0,3}|[ \t])["'`]?$/

/** Whether a value is one that the answer has chosen, and no claim about the product. */
export function isChoice({ text, region }: ChunkPlace, start: number): boolean {
  if (region.kind === 'fence') {
    const near = text.slice(Math.max(0, region.start - LOOKED_BACK), region.start).trimEnd()
    // Its last line opens the fence.
    const before = near.slice(0, Math.max(0, near.lastIndexOf('\n'))).trimEnd()
    const intro = before.slice(before.lastIndexOf('\n\n') + 1)
    if (SAID.test(intro.replace(/:$/, '')) || PURPOSE.test(intro)) return true
    const given = GIVEN.exec(text.slice(Math.max(region.start, start - 80), start))?.[1]
    return given !== undefined && OWN.test(given)
  }
  const before = text.slice(Math.max(0, start - LOOKED_BACK), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return SAID.test(line.replace(/[`"'*]{1,4}$/, ''))
}
