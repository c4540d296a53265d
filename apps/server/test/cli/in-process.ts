import { vi } from 'vitest'
import { runCli } from '../../src/cli.ts'

export interface InProcessRun {
  stdout: string
  stderr: string
}

/** Runs one command line in this process, and keeps what it prints. */
export async function runInProcess(args: readonly string[]): Promise<InProcessRun> {
  const said = { stdout: '', stderr: '' }
  const keep = (name: keyof InProcessRun) => (text: unknown) => {
    said[name] += `${text}\n`
  }
  const written = (name: keyof InProcessRun) =>
    vi.spyOn(process[name], 'write').mockImplementation((text: unknown, ...rest: unknown[]) => {
      said[name] += String(text)
      const done = rest.find((each) => typeof each === 'function')
      done?.()
      return true
    })
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(keep('stdout')),
    vi.spyOn(console, 'error').mockImplementation(keep('stderr')),
    written('stdout'),
    written('stderr'),
  ]
  try {
    await runCli(args)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return said
}
