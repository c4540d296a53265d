import type { PageOutput, SearchOutput } from '@docent/client'
import { excerptOf } from './excerpt.ts'
import type { PassagePreview } from './turn.ts'

const LENGTH = 240
const HEADING = /^#{2,6} +(.+)$/gm

/** What a tool of an answer found, by the numbers that citations have. */
export function previewsOf(output: unknown): Record<string, PassagePreview> {
  const found = (output ?? {}) as Partial<SearchOutput> | PageOutput
  const passages =
    found.type === 'page'
      ? [{ ...found, metadata: found }]
      : Array.isArray(found.results)
        ? found.results
        : []
  return Object.fromEntries(
    passages.map(({ path, url, content, metadata: { number, title } }) => [
      String(number),
      { title: String(title), path: String(path), excerpts: excerptsOf(String(content), anchorOf(url)) },
    ]),
  )
}

/** The beginning of the section that a citation leads to. */
export function excerptAt({ excerpts }: PassagePreview, url: string): string {
  return excerpts[anchorOf(url)] ?? Object.values(excerpts)[0] ?? ''
}

function excerptsOf(content: string, first: string): Record<string, string> {
  const headings = [...content.matchAll(HEADING)]
  const sections = [
    [first, content.slice(0, headings[0]?.index)],
    ...headings.map(({ 0: line, 1: text = '', index }, at) => [
      slugOf(text),
      content.slice(index + line.length, headings[at + 1]?.index),
    ]),
  ] as const
  const excerpts: Record<string, string> = {}
  // Of sections with the same anchor, it leads to the first.
  for (const [anchor, text] of sections) excerpts[anchor] ??= excerptOf(text, LENGTH)
  return excerpts
}

function anchorOf(url: string): string {
  const anchor = /#(.*)$/s.exec(url)?.[1] ?? ''
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

/** As the renderers of most sites make it: https://github.com/Flet/github-slugger */
function slugOf(heading: string): string {
  // `{#id}`, also in a comment of MDX, where react.dev has it without the mark.
  const own = /\{(?:(?:\/\*\s*)?#|\/\*(?=[^\s{}]+\}))([^{}\s*]+)(?:[\s*][^{}]*)?\}\s*$/.exec(heading)?.[1]
  if (own !== undefined) return own
  return heading
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
