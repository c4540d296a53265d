import { describe, expect, test } from 'vitest'
import { organizationId, projectId } from '../domain/ids.ts'
import { makeReaderToken, readReaderToken } from './reader-token.ts'

const request = {
  project: { id: projectId('docs'), organizationId: organizationId('default') },
  reader: '10.0.0.1',
  origins: ['https://docs.test'],
  until: 2_000,
}
const token = makeReaderToken(['new', 'old'], request)

describe('a reader token', () => {
  test('is an assistant key of one project and of its origins, until it ends', () => {
    expect(readReaderToken(['new'], `Bearer ${token}`, 1_999)).toMatchObject({
      kind: 'assistant',
      projectIds: ['docs'],
      allowedOrigins: ['https://docs.test'],
      expiresAt: 2_000,
      trustGroups: false,
      scopes: [],
    })
    expect(readReaderToken(['new'], `Bearer ${token}`, 2_000)).toBeUndefined()
  })

  test('holds while the secret that made it is known, and says nothing of the reader', () => {
    expect(readReaderToken(['newer', 'new'], `bearer ${token}`, 0)).toBeDefined()
    expect(readReaderToken(['other'], `Bearer ${token}`, 0)).toBeUndefined()
    const claims = Buffer.from(token.slice('svc_dsr_'.length).split('.')[0] ?? '', 'base64url').toString()
    expect(claims).not.toContain('10.0.0.1')
  })

  test('cannot be changed', () => {
    const [body = '', signature = ''] = token.slice('svc_dsr_'.length).split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, project: 'other' })).toString('base64url')
    for (const wrong of [`${forged}.${signature}`, `${body}.`, `${body}.${signature}x`, body, ''])
      expect(readReaderToken(['new'], `Bearer svc_dsr_${wrong}`, 0)).toBeUndefined()
  })
})
