import { auditCommand, readDollars, timeText } from '@docent/command-line'
import { ChangeKey, IssueKey, KEY_SCOPES, type KeyScope, keyId, revokeKey } from '@docent/core'
import {
  Clock,
  type CommandGroup,
  type Docent,
  DocentError,
  defineCommand,
  defined,
  type KeyChange,
  KeyStore,
  organizationId,
  ProjectStore,
  projectId,
} from '@docent/core/plugin'
import { z } from 'zod'
import { KeyShape, keyShape } from './key-shape.ts'
import { resealKeys } from './reseal-keys.ts'

const organization = {
  type: 'string',
  default: 'default',
  description: 'Organization that owns the keys',
} as const

const create = defineCommand({
  description: 'Create an API key; Docent shows it only once',
  args: {
    kind: {
      type: 'enum',
      options: ['admin', 'assistant'],
      default: 'admin',
      description: 'admin for agent jobs, assistant for questions (public)',
    },
    name: { type: 'string', default: 'cli', description: 'Name that people see' },
    organization,
    project: {
      type: 'string',
      description: 'Projects of the key, separated by commas; required for an assistant key',
    },
    scopes: { type: 'string', description: 'read, write, manage, separated by commas (admin)' },
    expires: { type: 'string', description: 'Expiry date or time, such as 2027-01-31' },
    'allow-ip': { type: 'string', description: 'Allowed addresses or CIDR ranges, separated by commas' },
    'allow-origin': { type: 'string', description: 'Allowed origins, separated by commas (assistant)' },
    'spend-per-month': {
      type: 'string',
      description: 'Most US dollars that requests with the key can cost in a month',
    },
    'trust-groups': {
      type: 'boolean',
      default: false,
      description: 'Trust the groups in requests; only for a key that stays on a server (assistant)',
    },
  },
  example: 'keys create --kind assistant --project handbook --name site',
  json: KeyShape.extend({ key: z.string() }),
  async work({ docent, args }) {
    const projects = list(args.project)
    const scopes = list(args.scopes)
    const ips = list(args['allow-ip'])
    const origins = list(args['allow-origin'])
    await assertOrganization(docent, args.organization)
    if (args.kind === 'assistant' && !projects?.length)
      throw new DocentError(
        'invalid_request',
        'An assistant key needs a project. Add --project with its ID. "docent projects list" lists them.',
      )
    const { key, record } = await docent.resolve(IssueKey).issue({
      kind: args.kind === 'assistant' ? 'assistant' : 'admin',
      organizationId: organizationId(args.organization),
      name: args.name,
      ...defined({ projectIds: projects?.map(projectId) }),
      ...defined({ scopes: scopes?.map(scopeOf) }),
      ...(args.expires === undefined ? {} : { expiresAt: timeOf(args.expires) }),
      ...defined({ allowedIps: ips }),
      ...defined({ allowedOrigins: origins }),
      ...(args['trust-groups'] ? { trustGroups: true } : {}),
      ...spendOf(args['spend-per-month']),
    })
    const { id, name, kind } = record
    await auditCommand(docent, record.organizationId, 'key.create', id, {
      name,
      kind,
      scopes: record.scopes.join(' '),
      projects: record.projectIds.join(' '),
    })
    return { key, ...keyShape(record) }
  },
  show: ({ key, id, kind }, out) => out.line(`${key}\n\nThis is key ${id} (${kind}). It is not shown again.`),
})

const listKeys = defineCommand({
  description: 'List the keys of an organization',
  args: { organization },
  example: 'keys list',
  json: z.array(KeyShape),
  async work({ docent, args }) {
    const records = await docent.resolve(KeyStore).list(organizationId(args.organization))
    return records.map(keyShape)
  },
  show: (keys, out) =>
    out.table(
      ['ID', 'KIND', 'KEY', 'NAME', 'PROJECTS', 'LAST USED', 'STATE'],
      keys.map((key) => [
        key.id,
        key.kind,
        `…${key.lastFour}`,
        key.name,
        key.projectIds.join(',') || 'all',
        timeText(key.lastUsedAt),
        stateOf(key),
      ]),
    ),
})

const revoke = defineCommand({
  description: 'Revoke a key; it stops working within 5 seconds',
  args: {
    id: { type: 'positional', required: true, description: 'ID of the key, from "docent keys list"' },
    organization,
  },
  example: 'keys revoke 01m7yrgb5yw2e4jf5k89j8dykv',
  json: KeyShape,
  async work({ docent, args }) {
    const owner = organizationId(args.organization)
    const record = await revokeKey(
      { keys: docent.resolve(KeyStore), clock: docent.resolve(Clock) },
      owner,
      keyId(args.id),
    )
    const { id, name, kind } = record
    await auditCommand(docent, owner, 'key.revoke', id, { name, kind })
    return keyShape(record)
  },
  show: ({ id, lastFour }, out) => out.line(`Key ${id} (…${lastFour}) is revoked.`),
})

const change = defineCommand({
  description: 'Change the name, the end, the places, or the monthly spend cap of a key',
  args: {
    id: { type: 'positional', required: true, description: 'ID of the key, from "docent keys list"' },
    organization,
    name: { type: 'string', description: 'New name' },
    expires: { type: 'string', description: 'Expiry date or time, such as 2027-01-31, or never' },
    'allow-ip': {
      type: 'string',
      description: 'Allowed addresses or CIDR ranges, separated by commas, or all',
    },
    'allow-origin': {
      type: 'string',
      description: 'Allowed origins, separated by commas, or all (assistant)',
    },
    'spend-per-month': { type: 'string', description: 'Most US dollars in a month, or none' },
  },
  example: 'keys change 01m7yrgb5yw2e4jf5k89j8dykv --spend-per-month 25',
  json: KeyShape,
  async work({ docent, args }) {
    const owner = organizationId(args.organization)
    const { name, expires } = args
    const cap = args['spend-per-month']
    const wanted: KeyChange = {
      ...defined({ name, allowedIps: placesOf(args['allow-ip']) }),
      ...defined({ allowedOrigins: placesOf(args['allow-origin']) }),
      ...(expires === undefined ? {} : { expiresAt: expires === 'never' ? null : timeOf(expires) }),
      ...(cap === undefined
        ? {}
        : { spendUsdPerMonth: cap === 'none' ? null : readDollars('--spend-per-month', cap) }),
    }
    const fields = Object.keys(wanted).join(', ')
    if (fields === '')
      throw new DocentError(
        'invalid_request',
        'Say what to change: --name, --expires, --allow-ip, --allow-origin, or --spend-per-month.',
      )
    const record = await docent.resolve(ChangeKey).change(owner, keyId(args.id), wanted)
    const { spendUsdPerMonth } = wanted
    await auditCommand(docent, owner, 'key.change', record.id, {
      name: record.name,
      kind: record.kind,
      fields,
      ...(spendUsdPerMonth === undefined ? {} : { spendUsdPerMonth }),
    })
    return keyShape(record)
  },
  show: (key, out) => {
    const cap = key.spendUsdPerMonth
    out.line(
      `Key ${key.id} (…${key.lastFour}), “${key.name}”, is ${stateOf(key)}. ${
        cap === undefined ? 'It has no spend cap.' : `Its requests can cost ${cap} US dollars a month.`
      }`,
    )
  },
})

export const command: CommandGroup = {
  description: 'Create, list, change, and revoke API keys, and replace the secret of the server',
  commands: {
    create,
    list: listKeys,
    change,
    revoke,
    reseal: resealKeys,
  },
}

function stateOf({ revokedAt, expiresAt }: KeyShape): string {
  if (revokedAt !== null) return `revoked ${timeText(revokedAt)}`
  return expiresAt === null ? 'active' : `until ${timeText(expiresAt)}`
}

function list(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function placesOf(text: string | undefined): string[] | undefined {
  return text === 'all' ? [] : list(text)
}

/** A key of an organization that is not there would open nothing, and nobody would know why. */
async function assertOrganization(docent: Docent, id: string): Promise<void> {
  if (await docent.resolve(ProjectStore).organization(organizationId(id))) return
  throw new DocentError(
    'not_found',
    `There is no organization "${id}". Add it to "organizations" in docent.config.ts.`,
  )
}

function spendOf(text: string | undefined): { spendUsdPerMonth?: number } {
  return text === undefined ? {} : { spendUsdPerMonth: readDollars('--spend-per-month', text) }
}

function scopeOf(text: string): KeyScope {
  const scope = KEY_SCOPES.find((one) => one === text)
  if (scope) return scope
  throw new DocentError('invalid_request', `--scopes: "${text}" is not a scope; use read, write or manage.`)
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  throw new DocentError('invalid_request', `--expires: "${text}" is not a day or time, such as 2027-01-31.`)
}
