import type { Tokenizer } from '@huggingface/tokenizers'
import { z } from 'zod'
import type { TokenReader } from './static-model.ts'

const Part = z.looseObject({
  type: z.string(),
  normalizers: z.array(z.unknown()).optional(),
  pretokenizers: z.array(z.unknown()).optional(),
})

/** What of a tokenizer.json is looked at here; the library reads the rest. */
export const TokenizerFile = z.looseObject({
  normalizer: Part.nullish(),
  pre_tokenizer: Part.nullish(),
  model: z.looseObject({ type: z.string(), unk_token: z.string().nullish() }),
})

/** They see no further than one letter, or its accents. */
const NORMALIZERS = new Set(['BertNormalizer', 'Lowercase', 'NFC', 'NFD', 'NFKC', 'NFKD', 'StripAccents'])
/** They part words at every space and forget it. */
const SPLITTERS = new Set(['BertPreTokenizer', 'Whitespace', 'WhitespaceSplit'])
const REMEMBERED_WORDS = 100_000

/** Reads texts by a tokenizer of Hugging Face, word by word where its rules allow, because texts repeat their words. */
export class Tokens implements TokenReader {
  readonly medianLength: number
  readonly #tokenizer: Tokenizer
  readonly #unknown: number | undefined
  readonly #isByWord: boolean
  readonly #words = new Map<string, readonly number[]>()

  constructor(tokenizer: Tokenizer, file: z.infer<typeof TokenizerFile>) {
    this.#tokenizer = tokenizer
    const { unk_token: unknown } = file.model
    this.#unknown = unknown == null ? undefined : tokenizer.token_to_id(unknown)
    this.#isByWord = readsByWord(file)
    this.medianLength = medianLength([...tokenizer.get_vocab().keys()])
  }

  ids(text: string): readonly number[] {
    if (!this.#isByWord) return this.#read(text)
    const ids: number[] = []
    for (const word of text.match(/\S+/gu) ?? []) {
      let known = this.#words.get(word)
      if (known === undefined) {
        known = this.#read(word)
        if (this.#words.size >= REMEMBERED_WORDS) this.#words.clear()
        this.#words.set(word, known)
      }
      for (let at = 0; at < known.length; at++) ids.push(known[at] ?? 0)
    }
    return ids
  }

  #read(text: string): number[] {
    const { ids } = this.#tokenizer.encode(text, { add_special_tokens: false })
    return this.#unknown === undefined ? ids : ids.filter((id: number) => id !== this.#unknown)
  }
}

function readsByWord({ normalizer, pre_tokenizer: splitter }: z.infer<typeof TokenizerFile>): boolean {
  return (
    (normalizer == null || kindsOf(normalizer).every((kind) => NORMALIZERS.has(kind))) &&
    splitter != null &&
    SPLITTERS.has(kindsOf(splitter)[0] ?? '')
  )
}

/** The types of a part, and of those that it is a sequence of. */
function kindsOf(part: unknown): string[] {
  const { type, normalizers, pretokenizers } = Part.parse(part)
  return type === 'Sequence' ? [...(normalizers ?? []), ...(pretokenizers ?? [])].flatMap(kindsOf) : [type]
}

function medianLength(tokens: readonly string[]): number {
  const lengths = Uint32Array.from(tokens, (token) => [...token].length).sort()
  const middle = lengths.length >> 1
  const upper = lengths[middle] ?? 1
  const median = lengths.length % 2 === 1 ? upper : (upper + (lengths[middle - 1] ?? upper)) / 2
  return Math.max(1, Math.floor(median))
}
