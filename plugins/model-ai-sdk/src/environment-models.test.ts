import { DocentError } from '@docent/core/plugin'
import { ManualClock } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { environmentModels } from './environment-models.ts'
import { knownModel, OPENAI_MODELS } from './known-models.ts'
import { AnthropicOptions, OpenaiCompatibleOptions, OpenaiOptions } from './options.ts'
import { anthropic } from './plugin.ts'
import { anthropicModels } from './vendors/anthropic-models.ts'
import { openaiCompatibleModels } from './vendors/openai-compatible-models.ts'
import { openaiModels } from './vendors/openai-models.ts'

const clock = new ManualClock()
const timeouts = { firstByteMs: 1000, idleMs: 1000 }
const named = (env: Record<string, string>) =>
  environmentModels(env, timeouts, clock).map((provider) => provider.name)

describe('the models of the environment', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ ANTHROPIC_API_KEY: '' }, []],
    [{ ANTHROPIC_API_KEY: 'a' }, ['anthropic']],
    [{ OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a' }, ['anthropic', 'openai']],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }, ['openai']],
    [{ OLLAMA_HOST: '0.0.0.0' }, ['ollama']],
  ])('of %j are %j', (env, names) => {
    expect(named(env)).toEqual(names)
  })

  test('at another OPENAI_BASE_URL have the default that OPENAI_MODEL names, and no other', () => {
    const env = { OPENAI_BASE_URL: 'https://gateway.example/v1', OPENAI_API_KEY: 'o' }
    const [without] = environmentModels(env, timeouts, clock)
    const [withModel] = environmentModels({ ...env, OPENAI_MODEL: 'big' }, timeouts, clock)
    expect(without?.defaults).toBeUndefined()
    expect(withModel?.defaults?.agent).toBe('big')
  })

  test.each([
    ['OPENAI', { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }],
    ['OPENAI', { OPENAI_API_KEY: 'o' }],
    ['OLLAMA', { OLLAMA_HOST: '127.0.0.1' }],
  ])('of %s have the sizes of its variables, and name these', (prefix, env) => {
    const set = {
      [`${prefix}_CONTEXT_TOKENS`]: '8192',
      [`${prefix}_OUTPUT_TOKENS`]: '1024',
      [`${prefix}_SYSTEM_ROLE`]: 'false',
      [`${prefix}_FIRST_BYTE_MS`]: '300000',
    }
    const [provider] = environmentModels({ ...env, ...set }, timeouts, clock)
    expect(provider?.model('any')).toMatchObject({ contextTokens: 8192, outputTokens: 1024 })
    expect(Object.values(provider?.model('any').settingNames ?? {}).sort()).toEqual(Object.keys(set).sort())
    for (const [name, value, message] of [
      ['CONTEXT_TOKENS', '8k', /_CONTEXT_TOKENS is "8k", which is not a whole number of at least 1\./],
      ['SYSTEM_ROLE', 'no', /_SYSTEM_ROLE is "no"\. Set it to true or false\./],
    ] as const)
      expect(() =>
        environmentModels({ ...env, ...set, [`${prefix}_${name}`]: value }, timeouts, clock),
      ).toThrow(message)
  })
})

describe('the providers', () => {
  test('know the sizes and prices of models, dated ids included', () => {
    const provider = anthropicModels(AnthropicOptions.parse({ apiKey: 'a' }), {}, clock)
    expect(provider.model('claude-opus-5-5')).toMatchObject({
      id: 'anthropic:claude-opus-5-5',
      contextTokens: 1_000_000,
      outputTokens: 128_000,
      caching: true,
      price: { input: 4, output: 20, cacheRead: 0.2 },
    })
    expect(provider.model('claude-haiku-4-5-20251001').price?.input).toBe(1)
    expect(knownModel(OPENAI_MODELS, 'gpt-5-2025-08-07')).toBe(OPENAI_MODELS['gpt-5'])
  })

  test('give safe sizes and no price to a model they do not know, and follow the options', () => {
    const options = OpenaiCompatibleOptions.parse({
      name: 'vllm',
      baseURL: 'http://127.0.0.1:1/v1',
      models: { qwen3: { contextTokens: 100_000, price: { input: 1, output: 2 } } },
    })
    const provider = openaiCompatibleModels(options, clock)
    expect(provider.model('other')).toMatchObject({
      contextTokens: 32_768,
      outputTokens: 4096,
      caching: false,
    })
    expect(provider.model('other').price).toBeUndefined()
    expect(provider.model('qwen3')).toMatchObject({ contextTokens: 100_000, price: { input: 1, output: 2 } })
    expect(provider.model('qwen3').settingNames).toMatchObject({
      contextTokens: `models["qwen3"].contextTokens of openaiCompatible({ name: 'vllm' }) in docent.config.ts`,
    })
    const all = { ...options, models: { '*': { contextTokens: 5, outputTokens: 6 }, ...options.models } }
    expect(openaiCompatibleModels(all, clock).model('qwen3')).toMatchObject({
      contextTokens: 100_000,
      outputTokens: 6,
    })
    expect(provider.defaults).toBeUndefined()
  })

  test('let options change single defaults', () => {
    const options = OpenaiOptions.parse({ apiKey: 'o', defaults: { agent: 'gpt-5' } })
    expect(openaiModels(options, {}, clock).defaults).toMatchObject({ agent: 'gpt-5', opus: 'gpt-6.1-sol' })
  })

  test('take their key from the environment', () => {
    const provider = anthropicModels(AnthropicOptions.parse({}), { ANTHROPIC_API_KEY: 'a' }, clock)
    expect(provider.model('claude-opus-5-5').id).toBe('anthropic:claude-opus-5-5')
  })

  test('refuse options they do not know, with the name of the plugin', () => {
    const wrong = anthropic({ apikey: 'x' } as never)
    expect(() => wrong.install({} as never)).toThrow(DocentError)
    expect(() => wrong.install({} as never)).toThrow(/model-ai-sdk/)
  })
})
