import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretsFromFiles } from './secret-files.ts'

let folder: string
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('reads secrets from files, without the line break at their end', () => {
  const env = {
    GITHUB_TOKEN_FILE: file('token', 'ghp_1\n'),
    DOCENT_SECRET_FILE: file('secret', 'new secret of the server,old secret of the server\r\n'),
    GITHUB_APP_PRIVATE_KEY_FILE: file('key', '-----BEGIN\nline\n-----END\n'),
    AWS_SECRET_ACCESS_KEY_FILE: file('s3', 'abc/def+ghi\n'),
    DATABASE_URL_FILE: file('url', 'postgres://docent:pw@db/docent'),
  }
  expect(secretsFromFiles(env)).toEqual({
    GITHUB_TOKEN: 'ghp_1',
    DOCENT_SECRET: 'new secret of the server,old secret of the server',
    GITHUB_APP_PRIVATE_KEY: '-----BEGIN\nline\n-----END',
    AWS_SECRET_ACCESS_KEY: 'abc/def+ghi',
    DATABASE_URL: 'postgres://docent:pw@db/docent',
  })
})

test('leaves files of others alone', () => {
  const env = {
    SSL_CERT_FILE: '/none',
    AWS_WEB_IDENTITY_TOKEN_FILE: '/none',
    NPM_TOKEN_FILE: '',
    PATH: '/bin',
  }
  expect(secretsFromFiles(env)).toEqual({})
})

test('refuses a file that is missing or empty, and a variable that is set too', () => {
  const token = file('other', 'x')
  expect(() => secretsFromFiles({ GITHUB_TOKEN_FILE: join(folder, 'none') })).toThrow(
    /none, which GITHUB_TOKEN_FILE names, cannot be read\. Correct the path/,
  )
  expect(() => secretsFromFiles({ GITHUB_TOKEN_FILE: file('empty', '\n') })).toThrow(/is empty/)
  expect(() => secretsFromFiles({ GITHUB_TOKEN_FILE: token, GITHUB_TOKEN: 'y' })).toThrow(
    'GITHUB_TOKEN and GITHUB_TOKEN_FILE are both set. Keep one of them.',
  )
})
