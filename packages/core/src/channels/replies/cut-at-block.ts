/** The text, or as many whole blocks of it as fit with `more` behind them. A block too long for itself ends at a line or word. */
export function cutAtBlock(markdown: string, most: number, more: string): string {
  if (markdown.length <= most) return markdown
  const room = most - more.length - 2
  const blocks = blocksOf(markdown)
  let kept = ''
  for (const block of blocks) {
    const next = kept === '' ? block : `${kept}\n\n${block}`
    if (next.length > room) break
    kept = next
  }
  if (kept !== '') return `${kept}\n\n${more}`
  const [first = ''] = blocks
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(first)?.[1]
  const cut = first.slice(0, room - (fence === undefined ? 0 : fence.length + 1)).toWellFormed()
  const end = Math.max(cut.lastIndexOf('\n'), fence === undefined ? cut.lastIndexOf(' ') : -1)
  const whole = end > room / 2 ? cut.slice(0, end) : cut
  return `${whole}${fence === undefined ? '' : `\n${fence}`}\n\n${more}`
}

/** Paragraphs, lists, and whole blocks of code. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = []
  let block: string[] = []
  let fence: string | undefined
  const end = () => {
    if (block.length > 0) blocks.push(block.join('\n'))
    block = []
  }
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && line.trim() === '') {
      end()
      continue
    }
    block.push(line)
    if (mark === undefined) continue
    if (fence === undefined) fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = undefined
  }
  end()
  return blocks
}
