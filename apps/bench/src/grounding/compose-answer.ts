import type { Passage } from '@docent/content'
import { COMMON_CODE } from './common-code.ts'
import type { Documentation } from './documentation.ts'
import type { SeededRandom } from './random.ts'

/** A correct answer, and what was retrieved for it. */
export interface ComposedAnswer {
  text: string
  /** What repeats the passage ends here: behind it stands text that is right whatever its names are. */
  end: number
  /** The first is cited. */
  passages: readonly Passage[]
}

const RETRIEVED = 5
/** What an answer must hold to be worth a check. */
const NAME_LIKE = /`[^`\n]+`|```|--[a-z]/g
const VALUE =
  /\bdefault\w*\b[^\n]{0,40}\d|\d+ ?(?:seconds|minutes|ms|MB)\b|`[\w.-]+: \d+`|^\s*[\w.-]+: \d+$/im
/** One that holds others ends at a mark as long as its own. */
const FENCE = /^(`{3,})(?!`)[^\n]*\n[\s\S]*?^\1$/gm

/** Answers that repeat real passages as models do: sentences and code of theirs, in other order and other clothes. */
export function composeAnswers(docs: Documentation, random: SeededRandom, count: number): ComposedAnswer[] {
  const worthy = docs.passages.filter(
    ({ content }) => content.length > 200 && (content.match(NAME_LIKE)?.length ?? 0) >= 3,
  )
  // Values are rarer than names: a third of the answers is about passages that have some.
  const valued = random.shuffled(worthy.filter(({ content }) => VALUE.test(content))).slice(0, count / 3)
  const others = random.shuffled(worthy.filter((passage) => !valued.includes(passage)))
  const chosen = [...valued, ...others].slice(0, count)
  return chosen.map((passage) => {
    const said = saidOf(passage, random)
    const around = [
      ...(random.next() < 0.5 ? [random.pick(ENDINGS)] : []),
      ...(random.next() < 0.4 ? [random.pick(COMMON_CODE)] : []),
    ]
    const text = [said, ...around].join('\n\n')
    return { text, end: said.length, passages: [passage, ...othersFor(passage, docs, random)] }
  })
}

/** Half from the same page, as a search would find them, half from anywhere. */
function othersFor(passage: Passage, docs: Documentation, random: SeededRandom): Passage[] {
  const near = docs.passages.filter(({ pagePath, id }) => pagePath === passage.pagePath && id !== passage.id)
  const far = docs.passages.filter(({ pagePath }) => pagePath !== passage.pagePath)
  return [...random.shuffled(near).slice(0, 2), ...random.shuffled(far)].slice(0, RETRIEVED - 1)
}

const OPENINGS = [
  'Yes, you can do that:',
  'To do this:',
  "Here's how it works.",
  'In short:',
  'There are a few things to know.',
]
const ENDINGS = [
  'Replace `your-project` with the name of your own project.',
  'Open http://localhost:3000 in your browser to see the result.',
  'For example, with `YOUR_API_KEY` from your account.',
  'First run `mkdir my-app && cd my-app`.',
  'That is all: no restart is needed.',
]

function saidOf({ content, title }: Passage, random: SeededRandom): string {
  const code = (content.match(FENCE) ?? []).filter((block) => block.length < 1_500)
  const prose = content.replace(FENCE, '\n')
  const sentences = prose
    .split(/\n{2,}|\n(?=\s*[-*|\d])/)
    .flatMap((block) => (block.includes('|') ? [block] : block.split(/(?<=[.!?])\s+(?=[A-Z`])/)))
    .map((sentence) =>
      sentence
        .replace(/\s+/g, ' ')
        .replace(/^[-*\d.|#> ]+/, '')
        .trim(),
    )
    .filter((sentence) => sentence.length > 20 && sentence.length < 500 && isWhole(sentence))
  const said = random.shuffled(sentences.filter((sentence) => sentence.includes('`'))).slice(0, 3)
  const plain = random.shuffled(sentences.filter((sentence) => !sentence.includes('`'))).slice(0, 2)
  const block = random.pick(code)
  return [
    random.pick(OPENINGS),
    ...[...said, ...plain].map((sentence) => `- ${reworded(sentence, random)} [1]`),
    ...(block === undefined ? [] : [`From **${title}**:`, dressed(block, random)]),
  ].join('\n\n')
}

/** Cut out of its block without a mark left open: what follows would be read as code. */
function isWhole(sentence: string): boolean {
  return !sentence.includes('```') && (sentence.match(/`/g)?.length ?? 0) % 2 === 0
}

const UNITS: readonly [RegExp, string][] = [
  [/\b(\d+)s\b/, '$1 seconds'],
  [/\b(\d+) seconds\b/, '$1s'],
  [/\b(\d+) minutes\b/, '$1 min'],
  [/\b(\d+)MB\b/, '$1 MB'],
]

/** The same claim in another spelling: units, emphasis, calls with their brackets. */
function reworded(sentence: string, random: SeededRandom): string {
  let said = sentence
  if (random.next() < 0.5) for (const [from, to] of UNITS) said = said.replace(from, to)
  if (random.next() < 0.2) said = said.replace(/`([\w.-]+)`/, '**`$1`**')
  if (random.next() < 0.2) said = said.replace(/`(--[\w-]+)[= ]<?[\w]+>?`/, '`$1`')
  if (random.next() < 0.3) said = said.replace(/^(?:The|This|A) /, (word) => word.toLowerCase())
  return said
}

/** The same code: without prompts, with a comment, flags and values joined the other way. */
function dressed(block: string, random: SeededRandom): string {
  let code = block
  if (random.next() < 0.3) code = code.replace(/^\$ /gm, '')
  if (random.next() < 0.3) code = code.replace(/(--[a-z][\w-]+)=(\w+)/g, '$1 $2')
  if (random.next() < 0.2) code = code.replace(/\n/, '\n# then adapt it to your needs\n')
  return code
}
