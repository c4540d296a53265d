import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditProject, auditSentence } from '../../../dashboard/src/pages/settings/audit-sentences.ts'

const sources = [
  '../../src',
  ...['http', 'pages', 'dashboard-api', 'backup', 'commands', 'evaluation', 'webhooks'].map(
    (name) => `../../../../packages/${name}/src`,
  ),
]

/** Every action that the server and its features write down, read from their sources. */
function recordedActions(): string[] {
  const texts = sources.flatMap((source) => {
    const folder = new URL(source, import.meta.url).pathname
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    return files.map((name) => readFileSync(join(folder, name), 'utf8'))
  })
  const found = texts.flatMap((text) =>
    [...text.matchAll(/(?:audit: |action: |auditCommand\(\w+, \w+(?:\.\w+)?, )'([a-z-]+\.[a-z-]+)'/g)].map(
      ([, action = '']) => action,
    ),
  )
  return [...new Set(found)].sort()
}

describe('the audit log of the dashboard', () => {
  const actions = recordedActions()

  test('knows the actions of the server', () => {
    expect(actions.length).toBeGreaterThan(40)
    expect(actions).toEqual(expect.arrayContaining(['key.create', 'pull.merge', 'session.create-owner-link']))
  })

  test.each(actions)('says %s in a sentence', (action) => {
    const sentence = auditSentence({ action, target: 'target-1', details: {} })
    expect(sentence).toMatch(/^[A-Z][^.]*\S$/)
    expect(sentence).not.toContain(action)
    expect(sentence).not.toMatch(/undefined|null/)
  })

  test('names what was changed, and where', () => {
    const details = { name: 'Website', kind: 'assistant', projects: 'docs handbook', scopes: '' }
    expect(auditSentence({ action: 'key.create', target: 'key_1', details })).toBe(
      'Created the assistant key “Website” for docs and handbook',
    )
    const changed = { name: true, email: false, password: true }
    expect(auditSentence({ action: 'account.change', target: 'a', details: changed })).toBe(
      'Changed their own name and password',
    )
    const job = { action: 'job.cancel', target: 'job-7', details: { project: 'docs' } }
    expect(auditSentence(job)).toBe('Cancelled job job-7')
    expect(auditProject(job)).toBe('docs')
    const titled = { ...job, details: { project: 'docs', title: 'Explain keys' } }
    expect(auditSentence(titled)).toBe('Cancelled the job “Explain keys”')
  })

  test('shows an action that it does not know as it is', () => {
    expect(auditSentence({ action: 'toString.new', target: 'x', details: {} })).toBe('toString.new x')
  })
})
