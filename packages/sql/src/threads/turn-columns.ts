import { type InventedName, inventedIn, type ThreadTurn, unsupportedClaims } from '@docent/core/plugin'

/** Stands between the parts of a searchable text: no part holds it, so no search finds across two parts. */
const BETWEEN = '\u0001'

export interface TurnRow {
  position: number
  body: string
}

/** Of a turn as it is stored. */
export function readTurn(row: TurnRow): ThreadTurn {
  return { ...(JSON.parse(row.body) as Omit<ThreadTurn, 'index'>), index: row.position }
}

type ReportedOf = Pick<
  ThreadTurn,
  | 'question'
  | 'answer'
  | 'asked'
  | 'sources'
  | 'model'
  | 'inputTokens'
  | 'outputTokens'
  | 'grounding'
  | 'claims'
>

/**
 * Columns beside the body, for reports. `question` and `invented` are JSON texts, because no database has a place for
 * half surrogate pairs.
 */
export function turnColumns(turn: ReportedOf) {
  const invented: readonly InventedName[] = inventedIn(turn.grounding)
  return {
    model: turn.model,
    input_tokens: turn.inputTokens,
    output_tokens: turn.outputTokens,
    question: JSON.stringify(turn.question),
    words: searchable(turn.question, turn.answer),
    pages: searchable(...pathsOf(turn)),
    invented: invented.length === 0 ? null : JSON.stringify(invented),
    unsupported: turn.claims === undefined ? null : unsupportedClaims(turn.claims).length,
  }
}

/** What to search for in such a text: small letters for A to Z, without characters that PostgreSQL has no place for. */
export function comparable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that cannot be stored or that separate
  const kept = text.toWellFormed().replace(/[\u0000\u0001]/g, ' ')
  return kept.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function searchable(...parts: readonly string[]): string {
  return parts.map(comparable).join(BETWEEN)
}

/** The page on which the turn was asked, and those that it cites. */
function pathsOf({ asked, sources }: Pick<ThreadTurn, 'asked' | 'sources'>): string[] {
  const { currentPath } = asked
  return [...(typeof currentPath === 'string' ? [currentPath] : []), ...sources.map((source) => source.path)]
}
