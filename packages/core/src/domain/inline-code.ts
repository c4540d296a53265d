/** Any text, such as the name of a file, as code within a line of Markdown: it ends neither the code nor the line. */
export function inlineCode(text: string): string {
  const line = text.replace(/\p{Cc}|[\u2028\u2029]/gu, '\ufffd')
  const runs = line.match(/`+/g) ?? []
  let length = 1
  while (runs.some((run) => run.length === length)) length++
  const fence = '`'.repeat(length)
  const gap = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : ''
  return `${fence}${gap}${line}${gap}${fence}`
}
