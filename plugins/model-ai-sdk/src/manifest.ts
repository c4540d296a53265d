import type { PluginCredential, PluginManifest } from '@docent/core/plugin'

/** What can be set of the models of one server. */
const settingsOf = (vendor: string, prefix: string): PluginCredential[] => [
  { name: `${prefix}_MODEL`, about: `${vendor}: default model` },
  { name: `${prefix}_CONTEXT_TOKENS`, about: `${vendor}: context window, in tokens` },
  { name: `${prefix}_OUTPUT_TOKENS`, about: `${vendor}: longest reply, in tokens` },
  { name: `${prefix}_SYSTEM_ROLE`, about: `${vendor}: whether models follow system messages, true or false` },
  {
    name: `${prefix}_FIRST_BYTE_MS`,
    about: `${vendor}: longest wait for the first part of a reply, in milliseconds`,
  },
]

const PACKAGE = '@docent/model-ai-sdk'

export const manifest: PluginManifest = {
  usedWith: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OLLAMA_HOST', 'AI_GATEWAY_API_KEY'],
  credentials: [
    { name: 'ANTHROPIC_API_KEY', about: 'Anthropic: API key' },
    { name: 'OPENAI_API_KEY', about: 'OpenAI: API key' },
    { name: 'OPENAI_BASE_URL', about: 'OpenAI: address of a compatible server', key: 'OPENAI_API_KEY' },
    ...settingsOf('OpenAI', 'OPENAI'),
    { name: 'OLLAMA_HOST', about: 'Ollama: address' },
    ...settingsOf('Ollama', 'OLLAMA'),
    { name: 'AI_GATEWAY_API_KEY', about: 'AI Gateway: API key' },
  ],
  modelProviders: [
    {
      name: 'anthropic',
      label: 'Anthropic',
      add: `anthropic() of ${PACKAGE}`,
      variable: 'ANTHROPIC_API_KEY',
      key: 'ANTHROPIC_API_KEY',
    },
    {
      name: 'openai',
      label: 'OpenAI',
      add: `openai() of ${PACKAGE}`,
      variable: 'OPENAI_API_KEY',
      key: 'OPENAI_API_KEY',
      unless: 'OPENAI_BASE_URL',
    },
    {
      name: 'compatible',
      label: 'An OpenAI-compatible server',
      provider: 'openai',
      variable: 'OPENAI_BASE_URL',
      key: 'OPENAI_API_KEY',
      server: { model: 'OPENAI_MODEL', example: 'http://127.0.0.1:8000/v1' },
    },
    {
      name: 'ollama',
      label: 'Ollama',
      variable: 'OLLAMA_HOST',
      server: { model: 'OLLAMA_MODEL', example: 'http://127.0.0.1:11434', isUsual: true },
    },
    { name: 'gateway', add: `gateway() of ${PACKAGE}`, variable: 'AI_GATEWAY_API_KEY' },
  ],
  otherModels: (name) => `openaiCompatible({ name: '${name}', … }) of ${PACKAGE}`,
}
