import { modelProviderContract } from '@docent/testing'
import { floats, modelFolder, safetensors, WORD_PIECES, WORDS } from '../test/model-folder.ts'
import { StaticModelProvider } from './static-model-provider.ts'

modelProviderContract('static', () => {
  const embeddings = floats(
    [WORDS.length, 3],
    Array.from({ length: WORDS.length * 3 }, (_, at) => at),
  )
  const directory = modelFolder('small', {
    'config.json': { model_type: 'model2vec', normalize: true },
    'tokenizer.json': WORD_PIECES,
    'model.safetensors': safetensors({ embeddings }),
  })
  return { provider: new StaticModelProvider({ name: 'static', directory }), embeddingId: 'small' }
})
