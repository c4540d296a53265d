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
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(keep('stdout')),
    vi.spyOn(console, 'error').mockImplementation(keep('stderr')),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said.stdout += String(text)
      return true
    }),
  ]
  try {
    await runCli(args)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return said
}
