import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WordVectors } from './latent-vectors.ts'

const SPECIAL = ['[PAD]', '[UNK]']

/** Writes word vectors as a Model2Vec folder, as `model-static` reads it. */
export function writeModel(folder: string, { words, dimensions, rows }: WordVectors): void {
  mkdirSync(folder, { recursive: true })
  const vocabulary = [...SPECIAL, ...words]
  const values = new Float32Array(vocabulary.length * dimensions)
  values.set(rows, SPECIAL.length * dimensions)
  const write = (file: string, content: unknown) => writeFileSync(join(folder, file), JSON.stringify(content))
  write('config.json', { model_type: 'model2vec', normalize: true, embedding_dtype: 'float32' })
  write('tokenizer.json', tokenizer(vocabulary))
  const header = JSON.stringify({
    embeddings: {
      dtype: 'F32',
      shape: [vocabulary.length, dimensions],
      data_offsets: [0, values.byteLength],
    },
  })
  const padded = Buffer.from(header.padEnd(Math.ceil(header.length / 8) * 8))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(padded.length))
  writeFileSync(
    join(folder, 'model.safetensors'),
    Buffer.concat([length, padded, new Uint8Array(values.buffer)]),
  )
}

function tokenizer(vocabulary: readonly string[]) {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: false,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  }
}
