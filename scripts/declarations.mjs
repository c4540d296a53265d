// Declarations for every package by one run of the compiler, then put beside the bundles; and those of the widget, which
// is compiled for browsers.

import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const out = mkdtempSync(join(tmpdir(), 'docent-types-'))
try {
  declare('.', join(out, 'node'))
  declare('apps/widget', join(out, 'browser'))
  for (const folder of globSync('{packages,plugins,apps}/*/src/index.ts').map((file) =>
    file.slice(0, -'/src/index.ts'.length),
  ))
    copy(join(out, 'node', folder, 'src'), join(folder, 'dist'))
  rmSync('apps/widget/types', { recursive: true, force: true })
  copy(join(out, 'browser/apps/widget/src'), 'apps/widget/types')
} finally {
  rmSync(out, { recursive: true, force: true })
}

function declare(project, outDir) {
  const output = ['--noEmit', 'false', '--emitDeclarationOnly', '--stripInternal', '--rootDir', '.']
  const args = ['--project', project, ...output, '--outDir', outDir]
  const { status } = spawnSync('tsc', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

function copy(from, to) {
  cpSync(from, to, { recursive: true, filter: (source) => !/\.test\.d\.ts$/.test(source) })
}
