import type { IncomingHttpHeaders } from 'node:http'
import { DocentError } from '@docent/core/plugin'
import { jsonErrorOffset } from './json-position.ts'

/** Deeper nesting is no request of ours: it is refused before anything recurses over it. */
const MAX_DEPTH = 64

/**
 * The JSON value of a body.
 * @throws DocentError `unsupported_media_type`, or `invalid_json` that says where.
 */
export function parseJsonBody(headers: IncomingHttpHeaders, body: Uint8Array): unknown {
  const type = headers['content-type']
  if (body.length === 0 && (type === undefined || isJson(type)))
    throw invalid('The body is empty. Send a JSON object.')
  if (type === undefined || !isJson(type))
    throw new DocentError(
      'unsupported_media_type',
      'Send the body as JSON, with "Content-Type: application/json".',
    )
  const text = decode(body)
  assertDepth(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    const offset = jsonErrorOffset(text)
    const what = offset >= text.length ? 'it ends too early' : 'unexpected character'
    throw invalid(`The body is not valid JSON: ${what} at ${position(text, offset)}.`, error)
  }
}

/** JSON is UTF-8 (RFC 8259 section 8.1): a charset that says otherwise is another format. */
function isJson(type: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?(?:;\s*)?$/i.test(type)
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (error) {
    throw invalid('The body is not valid UTF-8.', error)
  }
}

/** Brackets outside of strings; whether they match is for the parser. */
function assertDepth(text: string): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth++
      if (depth > MAX_DEPTH)
        throw invalid(`The body is nested deeper than ${MAX_DEPTH} levels, at ${position(text, at)}.`)
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

function position(text: string, offset: number): string {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - before.lastIndexOf('\n')
  return `position ${offset} (line ${line}, column ${column})`
}

function invalid(message: string, cause?: unknown): DocentError {
  return new DocentError('invalid_json', message, { cause, issues: [{ path: 'body', message }] })
}
