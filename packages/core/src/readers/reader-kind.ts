import type { ReaderKind } from '../domain/page-view.ts'

/**
 * Words by which programs name themselves in `User-Agent`: assistants that read for a person, crawlers that gather for
 * models, and HTTP clients that agents use. Browsers have none of them.
 */
const PROGRAMS =
  /(?<!cu)bot\b|crawl|spider|gpt|openai|claude|anthropic|perplexity|gemini|cohere|mistral|bytespider|ccbot|diffbot|youbot|duckassist|meta-external|applebot|amazonbot|cursor|windsurf|copilot|agent\b|mcp|langchain|llama|curl\/|wget\/|python|aiohttp|httpx|go-http-client|okhttp|java\/|node|undici|axios|got\b|libwww|ruby|php|headless/i

/** A reader without a user agent is a program: every browser sends one. */
export function readerKind(userAgent: string | undefined): ReaderKind {
  if (userAgent === undefined || userAgent.trim() === '') return 'ai'
  return PROGRAMS.test(userAgent) ? 'ai' : 'human'
}
