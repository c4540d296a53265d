import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { programsFor } from './embedded-programs.ts'

/** As root, another user runs the programs, as `PostgresServer` has it. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let native: string
let directory: string
/** A package of programs that need a library which is only there as a link, as in the package of npm. */
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  native = join(folder, 'package', 'native')
  directory = join(folder, 'server')
  for (const path of [directory, join(native, 'bin'), join(native, 'lib')])
    mkdirSync(path, { recursive: true })
  for (const name of ['initdb', 'postgres']) {
    const program = join(native, 'bin', name)
    writeFileSync(program, '#!/bin/sh\nread -r line <"$(dirname "$0")/../lib/libpq.so.5" && echo "$line"\n', {
      mode: 0o755,
    })
  }
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'the library\n')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
})

const said = (bin: string) => spawnSync(join(bin, 'postgres'), { encoding: 'utf8', cwd: '/', ...USER }).stdout

test('programs run where npm put them, with the links that npm leaves out', () => {
  const bin = join(native, 'bin')
  expect(said(bin)).toBe('')
  expect(programsFor(USER, bin, directory)).toBe(bin)
  expect(said(bin)).toBe('the library\n')
})

test.each([
  ['without links', false],
  ['with links', true],
])('users who may not read them get a copy, %s', (_, hasLinks) => {
  if (hasLinks) symlinkSync('libpq.so.5.18', join(native, 'lib', 'libpq.so.5'))
  chmodSync(join(native, '..'), 0o700)
  const bin = programsFor(USER, join(native, 'bin'), directory)
  expect(said(bin)).toBe('the library\n')
  // Their owner may read them.
  expect(bin).toBe(USER.uid === undefined ? join(native, 'bin') : join(directory, 'programs', 'bin'))
})
