import { expect, test } from 'vitest'
import { programName } from './program-name.ts'

test.each([
  [['claude-code/2.1.0 (cli)'], 'Claude Code'],
  [['Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)'], 'Claude'],
  [['node', 'claude-code'], 'Claude Code'],
  [['Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'], 'ChatGPT'],
  [['undici', 'Visual Studio Code'], 'VS Code and Copilot'],
  [['curl/8.7.1'], 'curl and wget'],
  [['SomethingElse/1.0'], undefined],
  [[undefined], undefined],
])('%j is %s', (says, name) => {
  expect(programName(...says)).toBe(name)
})
