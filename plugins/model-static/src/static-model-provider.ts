import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { DocentError, type ModelPrice, type ModelProvider } from '@docent/core/plugin'
import { readModelFolder } from './model-folder.ts'
import { StaticEmbedding } from './static-embedding.ts'
import type { StaticModel } from './static-model.ts'

export interface StaticModelProviderOptions {
  name: string
  /** Folder that holds a folder for each model; '' when none is configured. */
  directory: string
}

/** A folder beside the others: nothing that leads elsewhere. */
const MODEL_ID = /^\w[\w.-]*$/

/** Embeddings from folders on the disk of this machine. It has no language models. */
export class StaticModelProvider implements ModelProvider {
  readonly name: string
  readonly #directory: string
  readonly #loaded = new Map<string, Promise<StaticModel>>()

  constructor({ name, directory }: StaticModelProviderOptions) {
    this.name = name
    this.#directory = directory
  }

  model(modelId: string): never {
    throw new DocentError(
      'model_not_configured',
      `The provider ${this.name} has only embeddings: "${this.name}:${modelId}" cannot answer. Use it as models.embedding of a project, and another model for answers.`,
    )
  }

  embedding(modelId: string): EmbeddingModelV4 {
    const folder = this.#folderOf(modelId)
    return new StaticEmbedding(this.name, modelId, () => this.#load(modelId, folder))
  }

  price(): ModelPrice {
    return { input: 0, output: 0 }
  }

  #folderOf(modelId: string): string {
    if (this.#directory === '')
      throw new DocentError(
        'model_not_configured',
        `The provider ${this.name} has no folder of models. Set STATIC_MODELS (option directory of staticModels()).`,
      )
    const id = `${this.name}:${modelId}`
    if (!MODEL_ID.test(modelId))
      throw new DocentError(
        'model_not_configured',
        `"${id}" names no model. Write the name of a folder in ${this.#directory}, such as "${this.name}:potion-base-8M".`,
      )
    const folder = join(resolve(this.#directory), modelId)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new DocentError(
        'model_not_configured',
        `"${id}" needs the folder ${folder}, which does not exist. Copy the model to it, or correct STATIC_MODELS (option directory of staticModels()).`,
      )
    return folder
  }

  #load(modelId: string, folder: string): Promise<StaticModel> {
    const known = this.#loaded.get(modelId)
    if (known !== undefined) return known
    const loading = readModelFolder(folder)
    this.#loaded.set(modelId, loading)
    // A folder that could not be read is read again once it is mended.
    loading.catch(() => this.#loaded.delete(modelId))
    return loading
  }
}
