import { readFrontmatter } from '../formats/page/frontmatter.ts'
import { type ActivePart, activePart } from './active-part.ts'

/** Frontmatter in another language than YAML is run by gray-matter: `---js`. */
const SCRIPTED = /^\ufeff?---[ \t]*(?!(?:ya?ml|toml|json)[ \t]*\r?$)[\w-]+[ \t]*\r?$/im
/** Keys of frontmatter that name what a build runs. */
const RUNS =
  /^["']?(?:scripts?|javascript|js|filters?|plugins?|extensions?|preprocessors?|hooks?|exec(?:ute)?|engine|commands?|cmd|(?:pre|post)-render|eleventyComputed|jupyter|kernelspec)["']?[ \t]*:/gim
/** Tags that make a value by running something. */
const TAG =
  /(?:^|[\s:\-[{,])!(?:!(?:python|js|ruby|perl|java|php|node)|ENV|env|expr|r|relative|include|exec|<)[^\n]{0,200}/gm

export function frontmatterCode(text: string): ActivePart[] {
  const first = text.slice(0, text.indexOf('\n') + 1 || text.length)
  if (SCRIPTED.test(first)) {
    const end = text.indexOf('\n---', 3)
    return [activePart('metadata', text, 0, end < 0 ? text.length : end + 4)]
  }
  const { bodyStart } = readFrontmatter(text)
  const block = text.slice(0, bodyStart)
  if (block.trim() === '') return []
  const parts = tags(block)
  for (const { index } of block.matchAll(RUNS)) {
    const end = valueEnd(block, index)
    parts.push(activePart('metadata', block, index, end))
  }
  const head = /^["']?head["']?[ \t]*:/im.exec(block)
  if (head !== null) {
    const end = valueEnd(block, head.index)
    if (/script|\bon\w+[ \t]*:|http-equiv|\bbase\b/i.test(block.slice(head.index, end)))
      parts.push(activePart('metadata', block, head.index, end))
  }
  return parts
}

/** Tags of YAML that make objects, in pages and in data. */
export function tags(text: string): ActivePart[] {
  return [...text.matchAll(TAG)].map(({ 0: { length }, index }) =>
    activePart('metadata', text, index, index + length),
  )
}

/** The line at which a key that is no deeper follows. */
function valueEnd(block: string, start: number): number {
  for (let at = block.indexOf('\n', start); at !== -1; at = block.indexOf('\n', at + 1)) {
    if (/[^\s\-#\]})]/.test(block[at + 1] ?? '')) return at
  }
  return block.length
}
