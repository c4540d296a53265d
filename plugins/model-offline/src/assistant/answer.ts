import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { textOf } from '../read-prompt.ts'
import { type OfflineReply, say } from '../reply.ts'
import { type QuotedPassage, readPassages, readSearchResult, section } from './read-passages.ts'
import { readQuestion } from './read-question.ts'
import { type ScoredPassage, scorePassages } from './score-passages.ts'
import { selectUnits } from './select-units.ts'
import { smallTalk } from './small-talk.ts'
import { writeAnswer } from './write-answer.ts'

/** How an answer begins when the documentation holds none. */
export const NO_ANSWER = 'The documentation does not say.'

/**
 * Answers the last question of a prompt with the best sentences of its passages. When they do not answer it and the
 * search tool is there, it searches once first.
 */
export function answer({ prompt, tools = [], toolChoice }: LanguageModelV4CallOptions): OfflineReply {
  const asked = prompt.findLastIndex((message) => message.role === 'user')
  const message = asked < 0 ? '' : textOf(prompt[asked] as LanguageModelV4Prompt[number])
  const text = section(message, 'question') ?? message.replace(/<passages>[\s\S]*<\/passages>/, '').trim()
  const reply = smallTalk(text)
  if (reply !== undefined) return say(reply)
  const question = readQuestion(
    text,
    earlierQuestions(prompt.slice(0, Math.max(asked, 0))),
    section(message, 'context'),
  )
  const found = searchResults(prompt.slice(asked + 1))
  const passages = distinct([...readPassages(message), ...(found ?? [])])
  const scored = scorePassages(question, passages)
  const quotes = selectUnits(question, scored)
  if (quotes.length > 0) return say(writeAnswer(quotes))
  const maySearch = toolChoice?.type !== 'none' && tools.some((tool) => tool.name === 'search')
  if (found === undefined && maySearch && question.keywords !== '') {
    const toolCallId = `offline-search-${asked}`
    return { text: '', toolCalls: [{ toolCallId, toolName: 'search', input: { query: question.keywords } }] }
  }
  return say(`${NO_ANSWER} ${hint(scored)}`)
}

function earlierQuestions(prompt: LanguageModelV4Prompt): string[] {
  return prompt
    .filter((message) => message.role === 'user')
    .map(
      (message) =>
        section(textOf(message), 'question') ?? textOf(message).replace(/<passages>[\s\S]*<\/passages>/, ''),
    )
    .filter((text) => text.trim() !== '' && smallTalk(text) === undefined)
}

/** What searches after the question found; undefined when there was none. */
function searchResults(after: LanguageModelV4Prompt): QuotedPassage[] | undefined {
  const outputs = after
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) => (part.type === 'tool-result' && part.toolName === 'search' ? [part.output] : []))
  return outputs.length === 0 ? undefined : outputs.flatMap(readSearchResult)
}

/** The first of equal passages stays: those of the prompt have numbers. */
function distinct(passages: readonly QuotedPassage[]): QuotedPassage[] {
  const seen = new Set<string>()
  return passages.filter((passage) => {
    const key = `${passage.path}\n${passage.text}`
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

function hint(scored: readonly ScoredPassage[]): string {
  const near = scored.filter((each) => each.coverage > 0.2).sort((a, b) => b.score - a.score)
  const titles = [...new Set(near.map((each) => each.passage.title))]
    .filter((title) => title !== '')
    .slice(0, 2)
  const about = titles.map((title) => `“${title}”`).join(' and ')
  if (about === '') return 'Try other words, the ones that the documentation itself would use.'
  return `Nearest to it is what it says about ${about}: ask about that, or try other words.`
}
