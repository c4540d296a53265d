const SPACE = '\u200b'

/**
 * Takes the meaning from everything that notifies people in a channel: `@name`, `@everyone`, `<!channel>`, `<@U1>`,
 * `<#C1>`, hidden comments, and commands at the beginning of a line. Code stays as it is, because no channel notifies
 * anybody from code, and people copy it. Readers see the same words.
 */
export function defusePings(markdown: string): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
      if (fence !== undefined) {
        if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
        return line
      }
      if (
        mark !== undefined &&
        !(mark.startsWith('`') && line.slice(line.indexOf(mark) + mark.length).includes('`'))
      ) {
        fence = mark
        return line
      }
      return outsideCode(line)
    })
    .join('\n')
}

/** A span of code begins and ends with as many backticks. One that never ends is text. */
function outsideCode(line: string): string {
  let text = ''
  let at = 0
  while (at < line.length) {
    const start = line.indexOf('`', at)
    if (start === -1) break
    let ticks = start
    while (line[ticks] === '`') ticks++
    const end = closing(line, ticks, ticks - start)
    text += defuse(line.slice(at, start))
    text += end === -1 ? line.slice(start, ticks) : line.slice(start, end)
    at = end === -1 ? ticks : end
  }
  return (text + defuse(line.slice(at))).replace(/^([ \t>]*)(?=\/[a-z])/i, `$1${SPACE}`)
}

function closing(line: string, from: number, length: number): number {
  // More spans than anybody writes: what follows is text, and defused.
  for (let at = from, looked = 0; at < line.length && looked < 200; looked++) {
    const start = line.indexOf('`', at)
    if (start === -1) return -1
    let end = start
    while (line[end] === '`') end++
    if (end - start === length) return end
    at = end
  }
  return -1
}

function defuse(text: string): string {
  return text
    .replaceAll('<!', `<${SPACE}!`)
    .replaceAll('<@', `<${SPACE}@`)
    .replaceAll('<#', `<${SPACE}#`)
    .replace(/@(?=[\p{L}\p{N}_])/gu, `@${SPACE}`)
}
