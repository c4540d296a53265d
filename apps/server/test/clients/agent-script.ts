import type { ModelProvider } from '@docent/core/plugin'
import { type Script, scriptedModel, scriptedProvider } from '@docent/testing'

export const WRITING = { id: '1', content: 'Write the page', status: 'completed', priority: 'high' } as const

const GUIDE = { path: 'guide.mdx', content: '---\ntitle: Guide\n---\n\nSay <b>hello</b> & "goodbye".\n' }

/** One run of the agent: a list of things to do, a page, and a last word. */
function addsAPage(page: { path: string; content: string }): Script {
  return (options) => {
    const steps = options.prompt.filter(({ role }) => role === 'assistant').length
    if (steps > 0) return { text: 'I added a guide.' }
    return {
      text: 'I will add a page.',
      toolCalls: [
        { toolName: 'todo_write', input: { todos: [WRITING] } },
        { toolName: 'write_file', input: page },
      ],
    }
  }
}

/** Models whose agent writes a page and opens a pull request, in every job. */
export function pageAddingModels(page = GUIDE): ModelProvider {
  const model = scriptedModel(addsAPage(page))
  const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' }
  return scriptedProvider('test', { model }, roles)
}
