export { AiSdkModelProvider, type AiSdkVendor } from './ai-sdk-model-provider.ts'
export {
  AnthropicOptions,
  FromEnvironmentOptions,
  ModelSettings,
  OpenaiCompatibleOptions,
  OpenaiOptions,
} from './options.ts'
export { anthropic, modelsFromEnvironment, openai, openaiCompatible } from './plugin.ts'
