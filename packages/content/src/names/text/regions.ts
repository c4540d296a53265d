import { withHeredocs } from './heredocs.ts'
import type { Region } from './region.ts'

const FENCE =
  /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?[ \t]{0,40}(`{3,}|~{3,}(?!~))[ \t]*(?![ \t])([\w#+.-]{0,40})([^\n`]*)$/
const BLANK = /^[ \t>]*$/

/** Cuts Markdown into prose, code spans and fenced blocks. Fences and marks are in none of them. A document within a script is a block of its own. */
export function markdownRegions(text: string): Region[] {
  const regions: Region[] = []
  let prose = 0
  let open: { mark: string; start: number; language: string } | undefined
  for (let at = 0; at <= text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    const next = newline === -1 ? text.length + 1 : newline + 1
    const line = text.slice(at, Math.min(end, at + 400))
    const fence = line.includes('```') || line.includes('~~~') ? FENCE.exec(line) : null
    if (open !== undefined) {
      const [, mark = '', word = '', rest = ''] = fence ?? []
      if (mark !== '' && mark.startsWith(open.mark) && word === '' && rest.trim() === '') {
        const { start, language } = open
        regions.push(...withHeredocs(text, { kind: 'fence', start, end: at, language }))
        open = undefined
        prose = next
      }
    } else if (fence !== null) {
      addProse(text, prose, at, regions)
      open = {
        mark: fence[1] ?? '```',
        start: Math.min(next, text.length),
        language: (fence[2] ?? '').toLowerCase(),
      }
    } else if (BLANK.test(line)) {
      addProse(text, prose, at, regions)
      prose = Math.min(next, text.length)
    }
    at = next
  }
  if (open !== undefined)
    regions.push(
      ...withHeredocs(text, {
        kind: 'fence',
        start: open.start,
        end: text.length,
        language: open.language,
      }),
    )
  else addProse(text, prose, text.length, regions)
  return regions
}

/** One block of prose with its code spans: a run of backticks ends at the next of its length. */
function addProse(text: string, start: number, end: number, regions: Region[]): void {
  if (start >= end) return
  const block = text.slice(start, end)
  const add = (kind: 'prose' | 'span', from: number, to: number) => {
    if (from < to) regions.push({ kind, start: start + from, end: start + to, language: '' })
  }
  // Most blocks have none, and then there is nothing to pair.
  const runs = [...(block.includes('`') ? block.matchAll(/`+/g) : [])].map(({ 0: { length }, index }) => ({
    length,
    index,
  }))
  const closing = new Map<number, number>()
  const partner = new Array<number | undefined>(runs.length)
  for (let at = runs.length - 1; at >= 0; at--) {
    const length = runs[at]?.length ?? 0
    partner[at] = closing.get(length)
    closing.set(length, at)
  }
  let done = 0
  for (let at = 0; at < runs.length; at++) {
    const close = partner[at]
    const [from, to] = [runs[at], close === undefined ? undefined : runs[close]]
    if (from === undefined || to === undefined || close === undefined) continue
    add('prose', done, from.index)
    add('span', from.index + from.length, to.index)
    done = to.index + to.length
    at = close
  }
  add('prose', done, block.length)
}
