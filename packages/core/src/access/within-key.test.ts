import { describe, expect, it } from 'vitest'
import { keyId, organizationId, projectId } from '../domain/ids.ts'
import type { KeyRecord } from '../domain/key.ts'
import type { IssueKeyRequest } from './issue-key.ts'
import { assertWithinKey } from './within-key.ts'

const mine = organizationId('mine')
const [docs, blog] = [projectId('docs'), projectId('blog')]

const parent = (change: Partial<KeyRecord>): KeyRecord => ({
  id: keyId('k'),
  kind: 'admin',
  organizationId: mine,
  projectIds: [],
  name: 'parent',
  hash: '',
  lastFour: '',
  scopes: ['manage'],
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  allowedIps: [],
  allowedOrigins: [],
  trustGroups: false,
  ...change,
})

const request = (change: Partial<IssueKeyRequest>): IssueKeyRequest => ({
  kind: 'admin',
  organizationId: mine,
  name: 'child',
  ...change,
})

describe('a key that a key makes', () => {
  it.each<[string, Partial<KeyRecord>, Partial<IssueKeyRequest>]>([
    ['everything, of a key without limits', {}, { scopes: ['manage'] }],
    ['the same project', { projectIds: [docs] }, { projectIds: [docs] }],
    ['one of the projects', { projectIds: [docs, blog] }, { kind: 'assistant', projectIds: [blog] }],
    ['less time', { expiresAt: 10 }, { expiresAt: 10 }],
    ['as much money', { spendUsdPerMonth: 5 }, { spendUsdPerMonth: 5 }],
    ['a cap, of a key without one', {}, { spendUsdPerMonth: 5 }],
    ['one address of the range', { allowedIps: ['10.0.0.0/8'] }, { allowedIps: ['10.1.2.3'] }],
    ['a smaller range', { allowedIps: ['10.0.0.0/8', '2001:db8::/32'] }, { allowedIps: ['2001:db8:1::/48'] }],
    ['the same range', { allowedIps: ['10.0.0.0/8'] }, { allowedIps: ['10.0.0.0/8'] }],
  ])('may have %s', (_name, own, wanted) => {
    expect(() => assertWithinKey(parent(own), request(wanted))).not.toThrow()
  })

  it.each<[string, RegExp, Partial<KeyRecord>, Partial<IssueKeyRequest>]>([
    ['a scope', /scopes/, { scopes: ['read'] }, { scopes: ['write'] }],
    ['the default scopes', /scopes/, { scopes: ['read'] }, {}],
    ['manage', /scopes/, { scopes: ['read', 'write'] }, { scopes: ['manage'] }],
    ['every project', /projectIds/, { projectIds: [docs] }, {}],
    ['another project', /projectIds/, { projectIds: [docs] }, { projectIds: [docs, blog] }],
    ['more time', /expiresAt/, { expiresAt: 10 }, { expiresAt: 11 }],
    ['all time', /expiresAt/, { expiresAt: 10 }, {}],
    ['money', /spendUsdPerMonth/, { spendUsdPerMonth: 5 }, { spendUsdPerMonth: 6 }],
    ['money without end', /spendUsdPerMonth/, { spendUsdPerMonth: 5 }, {}],
    ['every address', /allowedIps/, { allowedIps: ['10.0.0.0/8'] }, {}],
    ['an address beside', /allowedIps/, { allowedIps: ['10.0.0.0/8'] }, { allowedIps: ['11.0.0.1'] }],
    ['a wider range', /allowedIps/, { allowedIps: ['10.0.0.0/8'] }, { allowedIps: ['10.0.0.0/7'] }],
    ['the range of an address', /allowedIps/, { allowedIps: ['10.0.0.1'] }, { allowedIps: ['10.0.0.1/24'] }],
    [
      'a wider mapped range',
      /allowedIps/,
      { allowedIps: ['10.0.0.0/8'] },
      { allowedIps: ['::ffff:10.0.0.0/96'] },
    ],
  ])('may not have %s more', (_name, field, own, wanted) => {
    expect(() => assertWithinKey(parent(own), request(wanted))).toThrow(field)
  })
})
