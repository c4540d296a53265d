import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GitHostMisconfigured } from '@docent/core/plugin'
import { makeGitOrigin } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LocalRepositories } from './local-repositories.ts'

describe('LocalRepositories', () => {
  let directory: string
  let repositories: LocalRepositories
  const inside = (...parts: string[]) => join(directory, 'root', ...parts)
  const outside = (...parts: string[]) => join(directory, 'outside', ...parts)
  const urlOf = (path: string) => pathToFileURL(path).href

  beforeEach(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'git-local-')))
    await mkdir(inside(), { recursive: true })
    await mkdir(outside())
    repositories = new LocalRepositories([inside(), join(directory, 'not-there')])
    await makeGitOrigin(inside('docs.git'), { 'a.md': 'a' })
    await makeGitOrigin(outside('secret.git'), { 'a.md': 'a' })
  })
  afterEach(() => rm(directory, { recursive: true }))

  test('finds bare repositories and those with a work tree', async () => {
    await makeGitOrigin(inside('site', '.git'), { 'a.md': 'a' })
    expect(await repositories.gitDir(urlOf(inside('docs.git')))).toBe(inside('docs.git'))
    expect(await repositories.gitDir(urlOf(inside('site')))).toBe(inside('site', '.git'))
    expect((await repositories.all()).sort()).toEqual([inside('docs.git'), inside('site', '.git')])
  })

  test('refuses what lies outside, however it is written', async () => {
    const urls = [
      urlOf(outside('secret.git')),
      `${urlOf(inside())}/../outside/secret.git`,
      `${urlOf(inside())}/%2e%2e/outside/secret.git`,
      urlOf(`${inside()}-other/docs.git`),
      urlOf(outside('not-there.git')),
      'file:///',
    ]
    for (const url of urls)
      await expect(repositories.gitDir(url), url).rejects.toThrow(/is outside the folders/)
  })

  test('refuses what is no file: URL of a path', async () => {
    const urls = [
      'https://x.test/docs',
      'docs.git',
      inside('docs.git'),
      'file://server/docs',
      'file:///a%2Fb',
      'file:///a%00b',
    ]
    for (const url of urls) {
      await expect(repositories.gitDir(url), url).rejects.toThrow(GitHostMisconfigured)
    }
  })

  test('follows no link out of the folders', async () => {
    await symlink(outside('secret.git'), inside('link.git'))
    await symlink(outside(), inside('folder'))
    await mkdir(inside('work'))
    await symlink(outside('secret.git'), inside('work', '.git'))
    await symlink(inside('loop'), inside('loop'))
    for (const path of ['link.git', 'folder/secret.git', 'work', 'loop']) {
      await expect(repositories.gitDir(urlOf(inside(path))), path).rejects.toThrow(GitHostMisconfigured)
    }
    expect(await repositories.all()).toEqual([inside('docs.git')])
  })

  test('allows a folder that is itself a link, and links within it', async () => {
    await symlink(inside(), join(directory, 'alias'))
    await symlink(inside('docs.git'), inside('current'))
    const aliased = new LocalRepositories([join(directory, 'alias')])
    expect(await aliased.gitDir(urlOf(join(directory, 'alias', 'current')))).toBe(inside('docs.git'))
    expect(await aliased.gitDir(urlOf(inside('docs.git')))).toBe(inside('docs.git'))
  })

  test('tells of a place within that is no repository', async () => {
    await writeFile(inside('file'), '')
    for (const path of ['', 'file', 'file/x', 'missing.git']) {
      await expect(repositories.gitDir(urlOf(inside(path))), path).rejects.toThrow(/no git repository/)
    }
  })
})
