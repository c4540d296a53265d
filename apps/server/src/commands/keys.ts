import {
  type Docent,
  DocentError,
  IssueKey,
  type KeyRecord,
  KeyStore,
  keyId,
  organizationId,
  ProjectStore,
  projectId,
  RevokeKey,
} from '@docent/core'
import { defineCommand } from 'citty'
import { printJson, printTable, timeText } from './output.ts'
import { withDocent } from './with-docent.ts'

const organization = {
  type: 'string',
  default: 'default',
  description: 'Organization that owns the keys',
} as const
const json = { type: 'boolean', default: false, description: 'Print JSON' } as const

const create = defineCommand({
  meta: { name: 'create', description: 'Make an API key; it is shown this once' },
  args: {
    kind: {
      type: 'enum',
      options: ['admin', 'assistant'],
      default: 'admin',
      description: 'admin runs agent jobs, assistant (public) answers questions',
    },
    name: { type: 'string', default: 'cli', description: 'For people' },
    organization,
    project: { type: 'string', description: 'Projects it is for, by commas; an assistant key needs one' },
    scopes: { type: 'string', description: 'read, write or both by a comma (admin)' },
    expires: { type: 'string', description: 'Day or time it ends, such as 2027-01-31' },
    'allow-ip': { type: 'string', description: 'Addresses or CIDR ranges, by commas' },
    'allow-origin': { type: 'string', description: 'Origins, by commas (assistant)' },
    'trust-groups': {
      type: 'boolean',
      default: false,
      description: 'The key is kept on a server: groups of its requests count (assistant)',
    },
    json,
  },
  run: ({ args }) =>
    withDocent(async (docent) => {
      const projects = list(args.project)
      const scopes = list(args.scopes)
      const ips = list(args['allow-ip'])
      const origins = list(args['allow-origin'])
      await assertOrganization(docent, args.organization)
      const { key, record } = await docent.resolve(IssueKey).issue({
        kind: args.kind === 'assistant' ? 'assistant' : 'admin',
        organizationId: organizationId(args.organization),
        name: args.name,
        ...(projects === undefined ? {} : { projectIds: projects.map(projectId) }),
        ...(scopes === undefined ? {} : { scopes: scopes.map(scopeOf) }),
        ...(args.expires === undefined ? {} : { expiresAt: timeOf(args.expires) }),
        ...(ips === undefined ? {} : { allowedIps: ips }),
        ...(origins === undefined ? {} : { allowedOrigins: origins }),
        ...(args['trust-groups'] ? { trustGroups: true } : {}),
      })
      if (args.json) return printJson({ key, ...view(record) })
      console.log(`${key}\n\nThis is key ${record.id} (${record.kind}). It is not shown again.`)
    }),
})

const listKeys = defineCommand({
  meta: { name: 'list', description: 'List the keys of an organization' },
  args: { organization, json },
  run: ({ args }) =>
    withDocent(async (docent) => {
      const records = await docent.resolve(KeyStore).list(organizationId(args.organization))
      if (args.json) return printJson(records.map(view))
      printTable(
        ['ID', 'KIND', 'KEY', 'NAME', 'PROJECTS', 'LAST USED', 'STATE'],
        records.map((record) => [
          record.id,
          record.kind,
          `…${record.lastFour}`,
          record.name,
          record.projectIds.join(',') || 'all',
          timeText(record.lastUsedAt),
          stateOf(record),
        ]),
      )
    }),
})

const revoke = defineCommand({
  meta: { name: 'revoke', description: 'Take a key out of use, within 5 seconds' },
  args: {
    id: { type: 'positional', required: true, description: 'Id of the key, from "docent keys list"' },
    organization,
    json,
  },
  run: ({ args }) =>
    withDocent(async (docent) => {
      const record = await docent.resolve(RevokeKey).revoke(organizationId(args.organization), keyId(args.id))
      if (args.json) return printJson(view(record))
      console.log(`Key ${record.id} (…${record.lastFour}) is revoked.`)
    }),
})

export const command = defineCommand({
  meta: { name: 'keys', description: 'Make, list and revoke API keys' },
  subCommands: { create, list: listKeys, revoke },
})

/** The hash is the store's own. */
function view({ hash: _, ...record }: KeyRecord) {
  return record
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt !== null) return `revoked ${timeText(revokedAt)}`
  return expiresAt === null ? 'active' : `until ${timeText(expiresAt)}`
}

function list(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A key of an organization that is not there would open nothing, and nobody would know why. */
async function assertOrganization(docent: Docent, id: string): Promise<void> {
  if (await docent.resolve(ProjectStore).organization(organizationId(id))) return
  throw new DocentError(
    'not_found',
    `There is no organization "${id}". Add it to "organizations" in docent.config.ts.`,
  )
}

function scopeOf(text: string): 'read' | 'write' {
  if (text === 'read' || text === 'write') return text
  throw new DocentError('invalid_request', `--scopes: "${text}" is not a scope; use read, write or both.`)
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  throw new DocentError('invalid_request', `--expires: "${text}" is not a day or time, such as 2027-01-31.`)
}
