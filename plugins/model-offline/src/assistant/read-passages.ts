import type { LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { z } from 'zod'

/** A passage that was retrieved for a question. */
export interface QuotedPassage {
  /** Its number in the prompt, which a citation names; undefined for one that the search tool found. */
  number: number | undefined
  path: string
  title: string
  /** From the page's title down; [] when there are none. */
  headings: readonly string[]
  url: string | undefined
  text: string
}

const PASSAGE = /<passage((?:\s{1,9}[\w-]{1,40}="[^"]{0,2000}"){0,20})\s{0,9}>([\s\S]*)/
const END = '</passage>'

/** The passages that stand between `<passages>` and `</passages>`. */
export function readPassages(text: string): QuotedPassage[] {
  const all = allPassages(text)
  const passages = all.split(END).slice(0, -1)
  return passages.flatMap((each) => {
    const match = PASSAGE.exec(each)
    if (match === null) return []
    const attributes = new Map(
      [...(match[1] ?? '').matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        unescapeXml(value),
      ]),
    )
    const number = Number(attributes.get('number'))
    return {
      number: Number.isInteger(number) ? number : undefined,
      path: attributes.get('path') ?? '',
      title: attributes.get('title') ?? '',
      // A heading may have a `>` of its own: `--filter [<since>]`.
      headings: (attributes.get('headings') ?? '').split(' > ').filter((heading) => heading !== ''),
      url: attributes.get('url') || undefined,
      text: unfenced(match[2] ?? ''),
    }
  })
}

/** From the first `<passages>` to the last end of one. */
function allPassages(text: string): string {
  const { start, end } = passagesIn(text) ?? { start: 0, end: 0 }
  return text.slice(start, end)
}

/** A text without its passages. */
export function withoutPassages(text: string): string {
  const found = passagesIn(text)
  if (found === undefined) return text
  return text.slice(0, found.start - '<passages>'.length) + text.slice(found.end + '</passages>'.length)
}

function passagesIn(text: string): { start: number; end: number } | undefined {
  const start = text.indexOf('<passages>') + '<passages>'.length
  const end = text.lastIndexOf('</passages>')
  return start < '<passages>'.length || end < start ? undefined : { start, end }
}

/** Text between `<name>` and `</name>`, the last such pair; undefined when there is none. */
export function section(text: string, name: string): string | undefined {
  const end = text.lastIndexOf(`</${name}>`)
  if (end < 0) return undefined
  const start = text.lastIndexOf(`<${name}>`, end)
  return start < 0 ? undefined : unfenced(text.slice(start + name.length + 2, end))
}

const SearchOutput = z.object({
  results: z.array(
    z.object({
      path: z.string(),
      url: z.string().nullish(),
      content: z.string(),
      metadata: z
        .object({
          title: z.string().nullish(),
          headings: z.array(z.string()).nullish(),
          number: z.number().int().nullish(),
        })
        .nullish(),
      number: z.number().int().nullish(),
    }),
  ),
})

/** What the search tool found; [] for an error or anything that is not its output. */
export function readSearchResult(output: LanguageModelV4ToolResultPart['output']): QuotedPassage[] {
  const parsed = SearchOutput.safeParse(jsonOf(output))
  if (!parsed.success) return []
  return parsed.data.results.map((result) => ({
    number: result.number ?? result.metadata?.number ?? undefined,
    path: result.path,
    title: result.metadata?.title ?? result.path,
    headings: result.metadata?.headings ?? [],
    url: result.url ?? undefined,
    text: result.content.trim(),
  }))
}

const PageOutput = z.object({
  number: z.number().int().nullish(),
  path: z.string(),
  url: z.string().nullish(),
  title: z.string().nullish(),
  content: z.string(),
})

/** The page that was read; [] for an error or anything that is not its output. */
export function readPage(output: LanguageModelV4ToolResultPart['output']): QuotedPassage[] {
  const parsed = PageOutput.safeParse(jsonOf(output))
  if (!parsed.success) return []
  const { number, path, url, title, content } = parsed.data
  const name = title ?? path
  return [
    {
      number: number ?? undefined,
      path,
      title: name,
      headings: [name],
      url: url ?? undefined,
      text: content.trim(),
    },
  ]
}

function jsonOf(output: LanguageModelV4ToolResultPart['output']): unknown {
  if (output.type === 'json') return output.value
  if (output.type !== 'text' || !/^\s*\{/.test(output.value)) return undefined
  try {
    return JSON.parse(output.value)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** In text only the tags of the fences are escaped. */
function unfenced(text: string): string {
  return text.replace(/&lt;(\/?)(?=(?:passages?|context|item|question)[\s>])/gi, '<$1').trim()
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&#10;', '\n')
    .replaceAll('&amp;', '&')
}
