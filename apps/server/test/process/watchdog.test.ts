import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'

const PROGRAM = fileURLToPath(new URL('hanging.ts', import.meta.url))

function run(kind: string) {
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [...FROM_SOURCES, PROGRAM, kind], {
    timeout: 110_000,
    killSignal: 'SIGTERM',
  })
  return { signal, status, stdout: stdout.toString(), stderr: stderr.toString() }
}

describe('the watchdog', () => {
  test('ends a process that hangs, with one line that names what was under way, the newest first', () => {
    const { signal, stderr } = run('hang')
    expect(signal).toBe('SIGKILL')
    expect(stderr).toMatch(
      /^\S+ FATAL the event loop has not turned for 1 s of CPU time: the process ends\. Under way, the newest first: job think \(docent\.job\.id=42\); index \(docent\.project\.id=handbook\)\n$/,
    )
  })

  test('leaves a process alone that waits without CPU time, as a paused one does', () => {
    expect(run('asleep')).toEqual({ signal: null, status: 0, stdout: 'woke\n', stderr: '' })
  })

  test('leaves a process alone that is busy and turns', () => {
    expect(run('busy')).toEqual({ signal: null, status: 0, stdout: 'done\n', stderr: '' })
  })
})
