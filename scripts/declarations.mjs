// Declarations for every package by one run of the compiler, then put beside the bundles.

import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const out = mkdtempSync(join(tmpdir(), 'docent-types-'))
try {
  const args = ['--noEmit', 'false', '--emitDeclarationOnly', '--rootDir', '.', '--outDir', out]
  const { status } = spawnSync('tsc', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
  for (const folder of globSync('{packages,plugins,apps}/*/src/index.ts').map((file) =>
    file.slice(0, -'/src/index.ts'.length),
  )) {
    cpSync(join(out, folder, 'src'), join(folder, 'dist'), {
      recursive: true,
      filter: (source) => !/\.test\.d\.ts$/.test(source),
    })
  }
} finally {
  rmSync(out, { recursive: true, force: true })
}
