/** What a page brings that a build, or the browser of a reader, runs or reads from elsewhere. */
export type ActiveKind =
  | 'import'
  | 'export'
  | 'expression'
  | 'template'
  | 'script'
  | 'address'
  | 'directive'
  | 'include'
  | 'command'
  | 'metadata'
  | 'cell'
  | 'style'

export interface ActivePart {
  kind: ActiveKind
  /** The same for parts that run the same code: calls of one function with other literals, imports of one module. */
  key: string
  /** As it is written, for people. */
  text: string
  /** In the text that it was found in. */
  offset: number
  /** Of an import: what it names, from the top of the repository where that is known. */
  module?: string
}

const SHOWN = 120

export function activePart(
  kind: ActiveKind,
  source: string,
  start: number,
  end: number,
  key?: string,
): ActivePart {
  const text = source.slice(start, end).trim()
  return {
    kind,
    key: `${kind} ${key ?? text.replace(/\s+/g, ' ')}`,
    text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text,
    offset: start,
  }
}
