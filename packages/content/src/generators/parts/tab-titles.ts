import { sourceLines } from '../../formats/markdown/dialects/parts/source-lines.ts'

const TAGS = /<Tabs(?=[\s>])((?:[^<>]|=>){0,2000})>|<((?:Tabs\.)?Tab)(?=[\s>/])([^<>]{0,500})|<\/Tabs>/g
const ITEMS = /\bitems=\{\s{0,99}\[([^\][]{0,2000})\]/
const TEXT = /"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g

/** Tabs get the titles that the list around them has: `<Tabs items={['npm', 'pnpm']}>`. */
export function withTabTitles(text: string): string {
  if (!text.includes('<Tabs')) return text
  const open: string[][] = []
  const pieces: { text: string; isCode: boolean }[] = []
  for (const { text: line, isCode } of sourceLines(text)) {
    const last = pieces.at(-1)
    if (last?.isCode === isCode) last.text += `\n${line}`
    else pieces.push({ text: line, isCode })
  }
  return pieces.map((piece) => (piece.isCode ? piece.text : piece.text.replace(TAGS, withTitle))).join('\n')

  function withTitle(whole: string, ofTabs?: string, tab?: string, attributes = ''): string {
    if (ofTabs !== undefined) open.push(titlesIn(ofTabs))
    else if (tab === undefined) open.pop()
    else {
      const title = open.at(-1)?.shift()
      if (title !== undefined && !/\b(?:title|label|value)=/.test(attributes))
        return `<${tab} title="${title.replaceAll('"', '&quot;')}"${attributes}`
    }
    return whole
  }
}

function titlesIn(attributes: string): string[] {
  const [, list = ''] = ITEMS.exec(attributes) ?? []
  return [...list.matchAll(TEXT)].map(([, double, single, back]) => double ?? single ?? back ?? '')
}
