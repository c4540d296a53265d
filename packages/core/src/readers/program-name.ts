/** Programs that read documentation, by what they call themselves; the first that fits. A short list, so that nobody can fill a report with names. */
const PROGRAMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Claude Code', /claude-code|claude code/i],
  ['Claude', /claude|anthropic/i],
  ['Codex', /codex/i],
  ['ChatGPT', /chatgpt|openai|oai-searchbot|gptbot/i],
  ['Cursor', /cursor/i],
  ['Windsurf', /windsurf|codeium/i],
  ['VS Code and Copilot', /visual studio code|vscode|copilot/i],
  ['Zed', /\bzed\b/i],
  ['JetBrains', /jetbrains|intellij/i],
  ['Gemini', /gemini|google-extended|google-cloudvertexbot/i],
  ['Perplexity', /perplexity/i],
  ['Mistral', /mistral/i],
  ['DeepSeek', /deepseek/i],
  ['Meta', /meta-external|facebookbot/i],
  ['Amazon', /amazonbot|amazon-q/i],
  ['Apple', /applebot/i],
  ['Common Crawl', /ccbot/i],
  ['ByteDance', /bytespider/i],
  ['DuckDuckGo', /duckassist|duckduckbot/i],
  ['Google Search', /googlebot|googleother/i],
  ['Bing', /bingbot/i],
  ['MCP Inspector', /inspector/i],
  ['mcp-remote', /mcp-remote/i],
  ['curl and wget', /\bcurl|\bwget/i],
  ['Python', /python|aiohttp|httpx/i],
  ['Go', /go-http-client/i],
  ['Node.js', /node|undici|axios|\bgot\b/i],
]

/** What a report calls a program; undefined for one that it has no name for. */
export function programName(...says: (string | undefined)[]): string | undefined {
  const text = says.filter(Boolean).join(' ').slice(0, 500)
  return PROGRAMS.find(([, pattern]) => pattern.test(text))?.[0]
}
