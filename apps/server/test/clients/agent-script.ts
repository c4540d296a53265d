import type { ModelProvider } from '@docent/core'
import { type Script, scriptedModel, scriptedProvider } from '@docent/testing'

export const WRITING = { id: '1', content: 'Write the page', status: 'completed', priority: 'high' } as const

/** One run of the agent: a list of things to do, a page, and a last word. */
const ADDS_A_PAGE: Script = (options) => {
  const steps = options.prompt.filter(({ role }) => role === 'assistant').length
  if (steps > 0) return { text: 'I added a guide.' }
  const content = '---\ntitle: Guide\n---\n\nSay <b>hello</b> & "goodbye".\n'
  return {
    text: 'I will add a page.',
    toolCalls: [
      { toolName: 'todo_write', input: { todos: [WRITING] } },
      { toolName: 'write_file', input: { path: 'guide.mdx', content } },
    ],
  }
}

/** Models whose agent adds a page and opens a pull request, in every job. */
export function pageAddingModels(): ModelProvider {
  const model = scriptedModel(ADDS_A_PAGE)
  const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' }
  return scriptedProvider('test', { model }, roles)
}
