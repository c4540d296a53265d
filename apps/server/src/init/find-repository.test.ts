import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentationNear } from './find-repository.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-near-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('proposes the documentation of a repository, and nothing without a sign of it', async () => {
  await mkdir(join(folder, 'docs'))
  expect(documentationNear(folder)).toBeUndefined()
  await mkdir(join(folder, '.git'))
  expect(documentationNear(folder)).toBe('./docs')
  await writeFile(join(folder, 'mkdocs.yml'), '')
  expect(documentationNear(folder)).toBe('.')
  await mkdir(join(folder, 'src'))
  expect(documentationNear(join(folder, 'src'))).toBeUndefined()
})
