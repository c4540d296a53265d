import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A tensor of a file to write. */
export interface WrittenTensor {
  dtype: string
  shape: number[]
  bytes: Uint8Array
}

export const floats = (shape: number[], values: readonly number[]): WrittenTensor => ({
  dtype: 'F32',
  shape,
  bytes: new Uint8Array(Float32Array.from(values).buffer),
})

export const integers = (values: readonly bigint[]): WrittenTensor => ({
  dtype: 'I64',
  shape: [values.length],
  bytes: new Uint8Array(BigInt64Array.from(values).buffer),
})

/** @param bits of each number in half precision, as IEEE 754 writes it */
export const halves = (shape: number[], bits: readonly number[]): WrittenTensor => ({
  dtype: 'F16',
  shape,
  bytes: new Uint8Array(Uint16Array.from(bits).buffer),
})

export function safetensors(tensors: Readonly<Record<string, WrittenTensor>>): Uint8Array {
  let end = 0
  const header = JSON.stringify({
    __metadata__: { format: 'np' },
    ...Object.fromEntries(
      Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
        const start = end
        end += bytes.length
        return [name, { dtype, shape, data_offsets: [start, end] }]
      }),
    ),
  })
  // The format's own writers fill the header up with spaces, so that numbers begin at a multiple of eight.
  const padded = new TextEncoder().encode(header.padEnd(Math.ceil(header.length / 8) * 8))
  const length = new Uint8Array(BigUint64Array.of(BigInt(padded.length)).buffer)
  return Buffer.concat([length, padded, ...Object.values(tensors).map(({ bytes }) => bytes)])
}

export const WORDS = ['[PAD]', '[UNK]', 'lantern', '##s', 'hang', 'red', '.'] as const

/** As the library writes the tokenizer of an English model. */
export const WORD_PIECES = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [special(0, '[PAD]'), special(1, '[UNK]')],
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: null,
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
  },
}

/** As the library writes the tokenizer of a model of many languages. */
export const UNIGRAMS = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: { type: 'Sequence', normalizers: [{ type: 'NFKC' }, { type: 'Lowercase' }] },
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  post_processor: null,
  decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  model: {
    type: 'Unigram',
    unk_id: 0,
    byte_fallback: false,
    vocab: [
      ['<unk>', 0],
      ['▁lantern', -2],
      ['▁lan', -3],
      ['tern', -3],
      ['s', -1],
      ['▁red', -2],
    ],
  },
}

/** Writes a folder `name` into a new one, which goes with the test. */
export function modelFolder(name: string, files: Readonly<Record<string, unknown>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'docent-static-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const [file, content] of Object.entries(files)) {
    const path = join(directory, name, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content instanceof Uint8Array ? content : JSON.stringify(content))
  }
  return directory
}

function special(id: number, content: string) {
  return { id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }
}
