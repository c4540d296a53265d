export { AiSdkModelProvider, type AiSdkVendor } from './ai-sdk-model-provider.ts'
export {
  AnthropicOptions,
  FromEnvironmentOptions,
  GatewayOptions,
  ModelSettings,
  OpenaiCompatibleOptions,
  OpenaiOptions,
} from './options.ts'
export { anthropic, gateway, modelsFromEnvironment, openai, openaiCompatible } from './plugin.ts'
