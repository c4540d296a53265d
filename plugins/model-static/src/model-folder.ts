import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'
import { readSafetensors, type Tensor } from './safetensors.ts'
import { StaticModel } from './static-model.ts'
import { TokenizerFile, Tokens } from './tokens.ts'

/** How Model2Vec and Sentence Transformers lay a model out. */
const LAYOUTS = [
  { config: 'config.json', folder: '', tensor: 'embeddings' },
  { config: 'config_sentence_transformers.json', folder: '', tensor: 'embedding.weight' },
  { config: 'config_sentence_transformers.json', folder: '0_StaticEmbedding', tensor: 'embedding.weight' },
] as const

const Config = z.looseObject({ normalize: z.boolean().nullish() })

/**
 * Reads a model.
 * @throws DocentError `model_not_configured` that names the file and what is wrong with it
 */
export async function readModelFolder(folder: string): Promise<StaticModel> {
  const layout = LAYOUTS.find((each) =>
    [each.config, join(each.folder, 'model.safetensors'), join(each.folder, 'tokenizer.json')].every((file) =>
      existsSync(join(folder, file)),
    ),
  )
  if (layout === undefined)
    throw new DocentError(
      'model_not_configured',
      `${folder} holds no model in the format of Model2Vec: it needs model.safetensors, tokenizer.json and config.json.`,
    )
  const file = (name: string) => join(folder, layout.folder, name)
  const { normalize } = await read(join(folder, layout.config), (bytes) => Config.parse(json(bytes)))
  const tensors = await read(file('model.safetensors'), readSafetensors)
  // Loaded with the first model: a server without one starts without it.
  const { Tokenizer } = await import('@huggingface/tokenizers')
  return read(file('tokenizer.json'), (bytes) => {
    const content = TokenizerFile.parse(json(bytes))
    const tokenizer = new Tokenizer(content, {})
    const { size } = tokenizer.get_vocab()
    const embeddings = tensors.get(layout.tensor)
    const weights = tensors.get('weights')
    const mapping = tensors.get('mapping')
    assertFits(size, embeddings, { weights, mapping })
    return new StaticModel({
      tokens: new Tokens(tokenizer, content),
      embeddings,
      ...(weights && { weights }),
      ...(mapping && { mapping }),
      normalize: normalize ?? false,
    })
  })
}

/** @param size tokens of the vocabulary */
function assertFits(
  size: number,
  embeddings: Tensor | undefined,
  { weights, mapping }: { weights: Tensor | undefined; mapping: Tensor | undefined },
): asserts embeddings {
  const [rows = 0, dimensions = 0] = embeddings?.shape ?? []
  if (embeddings?.shape.length !== 2 || dimensions === 0)
    throw new RangeError('model.safetensors beside it has no table of embeddings')
  if (mapping === undefined && rows !== size)
    throw new RangeError(`it has ${size} tokens, and model.safetensors ${rows} embeddings`)
  for (const [name, tensor] of Object.entries({ weights, mapping }))
    if (tensor !== undefined && (tensor.shape.length !== 1 || (tensor.shape[0] ?? 0) < size))
      throw new RangeError(
        `it has ${size} tokens, and "${name}" of model.safetensors has not one value for each`,
      )
  for (let token = 0; mapping !== undefined && token < size; token++) {
    const row = mapping.at(token)
    if (!(row >= 0 && row < rows)) throw new RangeError(`token ${token} has the embedding ${row} of ${rows}`)
  }
}

async function read<Result>(file: string, parse: (bytes: Uint8Array) => Result): Promise<Result> {
  try {
    return parse(await readFile(file))
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error
    throw new DocentError('model_not_configured', `The model file ${file} cannot be used: ${why}.`, {
      cause: error,
    })
  }
}

function json(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}
