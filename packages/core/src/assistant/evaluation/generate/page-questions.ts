import { type Page, resolveLink } from '@docent/content'
import type { DocsSite } from '../../../domain/docs-site.ts'
import type { EvaluationQuestion } from '../evaluation-questions.ts'
import { inFairOrder } from './in-fair-order.ts'
import { tableRows } from './table-rows.ts'

const LEAST_WORDS = 3
const MOST_WORDS = 12
const LONGEST_NAME = 60
/** A longer value is an explanation. */
const LONGEST_VALUE = 40
/** A name that more pages explain is one of every page. */
const MOST_PAGES = 3

/** Words of headings that say what to do: "Rotate keys" is asked for as "How do I rotate keys?". */
const TASKS = new Set(
  `add allow apply authenticate avoid back build call change check choose clean compile configure connect control convert
  copy create customize debug define delete deploy disable display download edit enable encrypt export extend fetch filter
  find fix format generate get group handle hide import include inspect install integrate invite limit link list load log
  make manage measure merge migrate mock monitor mount move name open optimize organize override package parse pass pin
  prevent profile protect publish query read receive record redirect reduce register release remove rename render replace
  reset resolve restart restore restrict retry reuse review revoke roll rotate run save scale schedule search secure select
  send serve set share show sign skip sort specify split start stop store stream style switch sync tag test trace track
  translate trigger try tune turn uninstall update upgrade upload use validate verify view wait watch work wrap write`.split(
    /\s+/,
  ),
)
const QUESTION = /^(?:what|when|where|which|who|why|how|can|do|does|is|are|should|will)\b/i
/** First column of tables that explain names. */
const NAME_COLUMN =
  /^(?:argument|attribute|command|env(?:ironment)?(?: variable)?|field|flag|key|name|option|param(?:eter)?|prop(?:erty)?|setting|switch|variable)s?$/i
/** "3. Deploy", "✅ Do: this": the number and the mark are no part of the question. */
const NUMBERING = /^(?:\d+(?:\.\d+)*[.)]\s+|[^\p{L}\p{N}([{`'"<@$.-]+)/u
/** `maxAge: number | undefined` and `render(page, options)` name an API: they ask nothing. */
const SIGNATURE = /^@?[\w$.-]+\??(?:\s*:\s*\S*[|[\]<>()]|\()|=>|[|{};]/
/** "0.43.0 (December 25, 2024)" and "[1.2.0] - 2024-12-25" head the notes of a release: nobody asks them. */
const RELEASE = /^(?:version|release)?\s*\[?v?\d+\.\d[\w.+-]*\]?\s*(?:$|[([–—:-])|^\[?\d{4}-\d{2}-\d{2}/i
/** `status` and `id` are names of many things: asked alone they mean none of them. */
const PLAIN_WORD = /^[a-z]+$/
const DEFAULT_COLUMN = /^(?:default(?:s| value)?)$/i

interface Candidate {
  question: EvaluationQuestion
  /** Equal for questions that say the same. */
  key: string
}

/**
 * Questions that a documentation answers by its own word, each with the pages that do:
 *
 * - `link`: the text of a link, which leads to the page. Pages that have such a link are ignored when it is searched for.
 * - `heading`: a heading that only one page has, as a question where its words allow it.
 * - `option`: a name that a table explains, and its default where the table has a column of that.
 *
 * Texts that lead to several pages are left out.
 */
export function pageQuestions(pages: readonly Page[], site: DocsSite): EvaluationQuestion[] {
  const shown = pages.filter(({ hidden, draft }) => !hidden && !draft)
  const candidates = [...linkQuestions(shown, site), ...headingQuestions(shown), ...optionQuestions(shown)]
  const seen = new Set<string>()
  const unique = candidates.filter(({ key }) => !seen.has(key) && seen.add(key))
  return inFairOrder(unique, ({ key }) => key).map(({ question }) => question)
}

function linkQuestions(pages: readonly Page[], site: DocsSite): Candidate[] {
  const paths = new Set(pages.map(({ path }) => path))
  const links = new Map<string, { text: string; targets: Set<string>; holders: Set<string> }>()
  for (const page of pages) {
    for (const { kind, target, text } of page.links) {
      const key = kind === 'internal' ? normalized(text) : ''
      if (!isPhrase(key)) continue
      const linked = resolveLink(page.file, target, site)
      if (linked?.kind !== 'page' || linked.path === page.path || !paths.has(linked.path)) continue
      const link = links.get(key) ?? { text: plain(text), targets: new Set(), holders: new Set() }
      link.targets.add(linked.path)
      link.holders.add(page.path)
      links.set(key, link)
    }
  }
  return [...links].flatMap(([key, { text, targets, holders }]) => {
    const [target, ...others] = targets
    if (target === undefined || others.length > 0 || holders.has(target)) return []
    const question = {
      question: text,
      pages: [target],
      contains: [],
      ignore: [...holders],
      origin: 'link' as const,
    }
    return [{ key, question }]
  })
}

function headingQuestions(pages: readonly Page[]): Candidate[] {
  const headings = new Map<string, { text: string; paths: Set<string> }>()
  for (const page of pages) {
    for (const { text: written } of page.headings) {
      const text = plain(written).replace(NUMBERING, '')
      const key = normalized(text)
      if (!isPhrase(key) || SIGNATURE.test(text) || RELEASE.test(text)) continue
      const heading = headings.get(key) ?? { text, paths: new Set() }
      heading.paths.add(page.path)
      headings.set(key, heading)
    }
  }
  return [...headings].flatMap(([key, { text, paths }]) =>
    paths.size > 1
      ? []
      : [
          {
            key,
            question: {
              question: asQuestion(text),
              pages: [...paths],
              contains: [],
              origin: 'heading' as const,
            },
          },
        ],
  )
}

function optionQuestions(pages: readonly Page[]): Candidate[] {
  const options = new Map<string, { paths: Set<string>; defaults: Set<string> }>()
  for (const page of pages) {
    for (const { header, cells } of tableRows(page.content)) {
      const name = codeOf(cells[0])
      if (
        name === undefined ||
        name.length > LONGEST_NAME ||
        PLAIN_WORD.test(name) ||
        !NAME_COLUMN.test(header[0] ?? '')
      )
        continue
      const option = options.get(name) ?? { paths: new Set(), defaults: new Set() }
      option.paths.add(page.path)
      const value = codeOf(cells[header.findIndex((title) => DEFAULT_COLUMN.test(title))])
      if (value !== undefined && value.length <= LONGEST_VALUE) option.defaults.add(value)
      options.set(name, option)
    }
  }
  return [...options].flatMap(([name, { paths, defaults }]) => {
    if (paths.size > MOST_PAGES) return []
    const [value, ...others] = defaults
    // Pages that name two defaults speak of two things.
    const isOne = value !== undefined && others.length === 0 && paths.size === 1
    const question = {
      question: isOne ? `What is the default of ${name}?` : `What does ${name} do?`,
      pages: [...paths],
      contains: isOne ? [value] : [],
      origin: 'option' as const,
    }
    return [{ key: `option ${name}`, question }]
  })
}

function asQuestion(text: string): string {
  if (text.endsWith('?')) return text
  const [first = '', ...rest] = text.split(' ')
  const words = rest.join(' ')
  if (/^how to /i.test(text)) return `How do I ${text.slice('how to '.length)}?`
  if (TASKS.has(first.toLowerCase())) return `How do I ${first.toLowerCase()} ${words}?`
  return QUESTION.test(text) ? `${text}?` : text
}

function isPhrase(key: string): boolean {
  const words = key === '' ? 0 : key.split(' ').length
  return words >= LEAST_WORDS && words <= MOST_WORDS
}

function codeOf(cell: string | undefined): string | undefined {
  return /^(?:\*\*)?`([^`]+)`/.exec(cell ?? '')?.[1]?.trim()
}

function plain(text: string): string {
  return text.replaceAll('`', '').replace(/\s+/g, ' ').trim()
}

/** Lower case, single spaces, without the punctuation around it. */
function normalized(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
}
