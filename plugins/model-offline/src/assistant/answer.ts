import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { systemText, textOf } from '../read-prompt.ts'
import { type OfflineReply, type OfflineToolCall, say } from '../reply.ts'
import { isCommon } from '../text/common-words.ts'
import { stem } from '../text/stem.ts'
import { AskedWords } from './asked-words.ts'
import { holds } from './compared-sections.ts'
import { PHRASES } from './phrases.ts'
import {
  type QuotedPassage,
  readPage,
  readPassages,
  readSearchResult,
  section,
  withoutPassages,
} from './read-passages.ts'
import { type Question, readQuestion } from './read-question.ts'
import { type ScoredSection, scoreSections } from './score-sections.ts'
import { sectionsOf } from './sections-of.ts'
import { pageToRead, ranked, selectQuotes } from './select-quotes.ts'
import { smallTalk } from './small-talk.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Answers the last question of a prompt with what the best sections of its passages say. It searches for nothing but a
 * side of a comparison that they leave out, and reads a page of which they show too little.
 */
export function answer({ prompt, tools = [], toolChoice }: LanguageModelV4CallOptions): OfflineReply {
  const asked = prompt.findLastIndex((message) => message.role === 'user')
  const message = asked < 0 ? '' : textOf(prompt[asked] as LanguageModelV4Prompt[number])
  const text = section(message, 'question') ?? withoutPassages(message).trim()
  const reply = smallTalk(text)
  if (reply !== undefined) return say(reply)
  const found = lookedUp(prompt.slice(asked + 1))
  const passages = distinct([...readPassages(message), ...(found ?? [])])
  const question = readQuestion(text, earlierQuestions(prompt.slice(0, Math.max(asked, 0))), {
    context: section(message, 'context'),
    product: productOf(systemText(prompt), passages),
  })
  const words = new AskedWords(question)
  const { scored, weights } = scoreSections(question, words, sectionsOf(passages, words))
  const isFirst = found === undefined && toolChoice?.type !== 'none'
  const lookups = isFirst ? lookupsFor(question, words, scored) : []
  const toolCalls = lookups
    .filter(({ toolName }) => tools.some((tool) => tool.name === toolName))
    .map((lookup, index) => ({ toolCallId: `offline-${lookup.toolName}-${asked}-${index}`, ...lookup }))
  if (toolCalls.length > 0) return { text: '', toolCalls }
  const { isSure, quotes } = selectQuotes(question, words, scored, weights)
  const { intro, near } = PHRASES[question.language]
  if (quotes.length > 0) return say(writeAnswer(isSure ? intro : near, quotes))
  return say(noAnswer(question, scored, systemText(prompt)))
}

/** A home page has the name of what is documented in its title: a project may be named `docs`. */
const HOME = /^\/?(?:index|readme|introduction|overview)?$/i

function productOf(system: string, passages: readonly QuotedPassage[]): string {
  const project = /assistant of "([^"]+)"/.exec(system)?.[1] ?? ''
  const home = passages.find(({ path }) => HOME.test(path))
  const names = home?.title.match(/(?<![\p{L}\p{N}.-])[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu) ?? []
  return [project, ...names.filter((name) => !isCommon(stem(name.toLowerCase())))].join(' ')
}

type Lookup = Pick<OfflineToolCall, 'toolName' | 'input'>

/** What to look up: a side of a comparison that no passage is about, or the rest of a page of which too little was found. */
function lookupsFor(question: Question, words: AskedWords, scored: readonly ScoredSection[]): Lookup[] {
  const lacking = question.sides.filter(
    (side) => !scored.some(({ own }) => holds(own.said, words.bitsOf(side.terms))),
  )
  if (lacking.length > 0) return lacking.map(({ text }) => ({ toolName: 'search', input: { query: text } }))
  const page = pageToRead(question, scored)
  return page === undefined ? [] : [{ toolName: 'read_page', input: { path: page } }]
}

/** Begins with the mark that the prompt asks for, if it names one. */
function noAnswer({ language }: Question, scored: readonly ScoredSection[], system: string): string {
  const phrases = PHRASES[language]
  const mark = /begin your reply with (\[\[\w+\]\])/.exec(system)?.[1]
  const near = ranked(scored).filter(({ evidence }) => evidence.coverage > 0.15)
  const titles = [...new Set(near.map((each) => each.passage.title))]
    .filter((title) => title !== '')
    .slice(0, 2)
  const hint = titles.length === 0 ? phrases.otherWords : phrases.nearest(titles)
  const space = language === 'zh' || language === 'ja' ? '' : ' '
  return `${mark === undefined ? '' : `${mark} `}${phrases.noAnswer}${space}${hint}`
}

function earlierQuestions(prompt: LanguageModelV4Prompt): string[] {
  return prompt
    .filter((message) => message.role === 'user')
    .map((message) => section(textOf(message), 'question') ?? withoutPassages(textOf(message)))
    .filter((text) => text.trim() !== '' && smallTalk(text) === undefined)
}

/** What was looked up after the question; undefined when nothing was. */
function lookedUp(after: LanguageModelV4Prompt): QuotedPassage[] | undefined {
  const results = after
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) => (part.type === 'tool-result' ? [part] : []))
  if (results.length === 0) return undefined
  return results.flatMap(({ toolName, output }) =>
    toolName === 'search' ? readSearchResult(output) : toolName === 'read_page' ? readPage(output) : [],
  )
}

/** The first of equal passages stays: those of the prompt have numbers. */
function distinct(passages: readonly QuotedPassage[]): QuotedPassage[] {
  const seen = new Set<string>()
  return passages.filter((passage) => {
    const key = `${passage.path}\n${passage.text}`
    return !seen.has(key) && seen.add(key) !== undefined
  })
}
