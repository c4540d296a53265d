import { vi } from 'vitest'
import { runCli } from '../../src/cli.ts'

/** Runs a command in this process and returns what it prints. */
export async function runHere(...args: string[]): Promise<string> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  const error = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
  try {
    await runCli(args)
  } finally {
    log.mockRestore()
    error.mockRestore()
  }
  return lines.join('\n')
}
