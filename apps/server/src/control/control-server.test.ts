import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Docent } from '@docent/core/plugin'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ControlServer } from './control-server.ts'

test('a server starts although its data directory cannot be written, and says what does not work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-control-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // A file is where the folder would be: no permission keeps root from writing.
  const dataDirectory = join(folder, 'data')
  await writeFile(dataDirectory, '')
  const warn = vi.fn()
  const docent = { resolve: () => ({ warn }) } as unknown as Docent
  const control = await ControlServer.start({
    docent,
    dataDirectory,
    url: 'http://127.0.0.1',
    commands: {},
    config: { projects: [], organizations: [] },
  })
  expect(warn.mock.calls).toEqual([
    [
      { err: expect.objectContaining({ message: expect.stringContaining(dataDirectory) }) },
      expect.stringContaining('commands on this machine do not find this server'),
    ],
  ])
  await control.stop()
})
