import { appendFileSync } from 'node:fs'
import type { Script } from '@docent/testing'

/**
 * A model that adds a page, edits another one and is done. It goes on from the replies that the conversation holds
 * already, and so from what was recorded.
 *
 * @param calls the file that gets a line for each call: its step and its time
 * @param stepMs what the second step takes
 */
export function crashScript(calls: string, stepMs = 0): Script {
  return (options) => {
    const step = options.prompt.filter((message) => message.role === 'assistant').length
    const asked = options.prompt.filter((message) => message.role === 'user').length
    appendFileSync(calls, `${step} ${Date.now()}\n`)
    if (step === 0) {
      const input = { path: 'new.md', content: '# New\n\nFirst.\n' }
      return { toolCalls: [{ toolName: 'write_file', input }] }
    }
    if (step === 1) {
      const input = { path: 'index.md', old_text: 'Hello', new_text: 'Good day' }
      return { text: 'Going on. ', delayMs: stepMs, toolCalls: [{ toolName: 'edit_file', input }] }
    }
    if (step === 2) return { text: 'Both pages are done.' }
    return { text: `Nothing more to do (${asked}).` }
  }
}
