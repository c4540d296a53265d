import type { LanguageRules } from '../allowed/language-rules.ts'
import type { OwnCode } from '../allowed/own-code.ts'
import type { ScriptOption } from '../scripts/script-options.ts'
import type { Chunk } from '../text/chunks.ts'
import type { FoundName, NameKind } from '../text/found-name.ts'
import type { Region } from '../text/region.ts'

/** A chunk where it stands. */
export interface ChunkPlace {
  readonly text: string
  readonly chunk: Chunk
  readonly before: Chunk | undefined
  readonly region: Region
  readonly language: LanguageRules
  /** Its block is in a format of others, which they document. */
  readonly isForeign: boolean
  /** The chunk is all that its code span holds. */
  readonly isWholeSpan: boolean
  /** Names that the code of the answer gives itself. */
  readonly declared: ReadonlySet<string>
  /** Where numbers begin that the text calls a default, UTF-16 units. */
  readonly defaults: ReadonlySet<number>
  /** What its own code makes and reads. */
  readonly own: OwnCode
  /** The modules that names of its scripts come from. */
  readonly modules: ReadonlyMap<string, string>
  /** Classes that made its variables, where it doesn't say what module they come from. */
  readonly makers: ReadonlyMap<string, string>
  /** Keys and parameters that its scripts give to functions, by their place. */
  readonly options: ReadonlyMap<number, ScriptOption>
  /** What chains of calls begin with, by the dots before their members. */
  readonly roots: ReadonlyMap<number, string>
}

/** What a rule makes of a chunk: a name, or nothing that needs a proof, or nothing that it knows. */
export type Reading = Partial<
  Pick<
    FoundName,
    | 'text'
    | 'start'
    | 'parts'
    | 'belongsTo'
    | 'ownUnless'
    | 'spaces'
    | 'claimedBy'
    | 'onlyOwn'
    | 'group'
    | 'about'
    | 'freeUnless'
    | 'asDefault'
  >
> &
  Pick<FoundName, 'keys'>

export interface KindRule {
  readonly kind: NameKind
  /** `allowed`: it is one, and needs no proof. */
  read(place: ChunkPlace): Reading | 'allowed' | undefined
}

export function isCode({ region }: ChunkPlace): boolean {
  return region.kind !== 'prose'
}

/** The character behind the chunk; '' at the end. */
export function next({ text, chunk }: ChunkPlace): string {
  return text[chunk.end] ?? ''
}

/** A member of what a call returned, or of an element: `.rows` in `(await query()).rows`. */
export function isOfResult(place: ChunkPlace): boolean {
  return isCode(place) && place.chunk.text.startsWith('.') && /[)\]]/.test(previous(place))
}

export function previous({ text, chunk }: ChunkPlace): string {
  return text[chunk.start - 1] ?? ''
}
