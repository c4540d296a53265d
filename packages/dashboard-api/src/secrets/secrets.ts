import { DEFAULT_ORGANIZATION, type EnteredSecrets, KeepModels } from '@docent/core'
import { DocentError, json, type PluginCredential, type SealedSecret } from '@docent/core/plugin'
import { type ApiCall, defineApiOperation } from '@docent/http'
import { z } from 'zod'
import type { OfDashboard } from '../features.ts'
import { ofServer } from '../of-server.ts'
import { actorName } from '../person-of.ts'
import { LiveCredentials } from './live-credentials.ts'

const Secret = z
  .object({
    name: z.string().describe('Name of the variable that it stands for.'),
    about: z.string(),
    key: z.string().nullable().describe('Of an address: name of the key that Docent sends there.'),
    channel: z.string().nullable().describe('Name of the channel that needs it. Null: none does.'),
    source: z
      .enum(['environment', 'entered'])
      .nullable()
      .describe('Where the value in use comes from; null without one. The environment wins.'),
    lastFour: z.string().describe('Last characters of the entered value; empty for a short one.'),
    updatedAt: z.iso.datetime().nullable(),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: 'Secret' })

const Value = z.string().trim().min(1).max(20_000)

const Entered = z.strictObject({
  value: Value.describe('The value.'),
  key: Value.optional().describe(
    'With an address: the key that Docent sends there. Docent sends no key to an address that it was not set with.',
  ),
})

export const listSecrets = defineApiOperation({
  id: 'listSecrets',
  summary: 'List credentials for models and git hosts',
  description:
    'Lists the credentials that you can set and the ones that are set, but never a value. Credentials belong to the server, so only the organization `default` has them. If docent.config.ts lists the plugins, and none of them has credentials, `applies` is false.',
  tag: 'Accounts',
  permission: 'manage',
  reply: {
    status: 200,
    description: 'One entry for each credential that Docent knows.',
    content: { 'application/json': z.object({ secrets: z.array(Secret), applies: z.boolean() }) },
  },
  async handle(call: ApiCall & OfDashboard) {
    const { secrets, live, known: all } = credentialsOf(call)
    const entered = new Map((await secrets.list(DEFAULT_ORGANIZATION, call)).map((one) => [one.name, one]))
    const views = all.map((known) => viewOf(known, entered.get(known.name), live))
    return json({ secrets: views, applies: live !== undefined })
  },
})

export const enterSecret = defineApiOperation({
  id: 'enterSecret',
  summary: 'Set a credential for a model or git host',
  description:
    'Docent encrypts the credential with a key derived from `DOCENT_SECRET`, and uses it immediately. No operation returns it. Projects stay at the models that they use, also if the credential brings another default. A new address removes the key that was entered before, so send both. If no plugin of the server has credentials, or the environment sets the address, the reply is 409.',
  tag: 'Accounts',
  permission: 'manage',
  audit: 'secret.enter',
  body: Entered,
  reply: {
    status: 200,
    description: 'The credential without its value.',
    content: { 'application/json': Secret },
  },
  async handle(call: ApiCall<unknown, z.output<typeof Entered>> & OfDashboard) {
    const { actor, body, note } = call
    const { secrets, live, known: all } = credentialsOf(call)
    const known = knownCredential(call, all)
    const { name } = known
    if (!live)
      throw new DocentError(
        'conflict',
        `docent.config.ts lists the plugins of this server, and none of them uses ${name}. Add a plugin that does, or take "plugins" out of docent.config.ts.`,
      )
    const before = await secrets.open(DEFAULT_ORGANIZATION, call)
    const changes = changesOf(known, body, { before, live })
    const values = present({ ...before, ...changes })
    const models = call.services.docent.resolve(KeepModels)
    const used = await models.used(call)
    await live.use(values).catch((error: unknown) => {
      if (!DocentError.is(error, 'configuration')) throw error
      throw new DocentError('invalid_request', error.message, {
        cause: error,
        issues: [{ path: 'value', message: error.message }],
      })
    })
    const by = actorName(actor)
    // The address comes last: whatever ends the process in between, no key is stored beside an address of later.
    for (const [other, value] of Object.entries(changes)) {
      if (other === name) continue
      if (value === undefined) await secrets.remove(DEFAULT_ORGANIZATION, other, call)
      else await secrets.enter(DEFAULT_ORGANIZATION, { name: other, value, by }, call)
    }
    const entered = await secrets.enter(DEFAULT_ORGANIZATION, { name, value: body.value, by }, call)
    await models.keep(used, call)
    call.services.findProject.forget()
    note.about(name, { with: body.key === undefined ? null : (known.key ?? null) })
    return json(viewOf(known, entered, live))
  },
})

export const removeSecret = defineApiOperation({
  id: 'removeSecret',
  summary: 'Remove a stored credential',
  description: 'With an address, Docent also removes the key that was entered for it.',
  tag: 'Accounts',
  permission: 'manage',
  audit: 'secret.remove',
  reply: { status: 204, description: 'It is used no more.' },
  async handle(call: ApiCall & OfDashboard) {
    const { secrets, live, known: all } = credentialsOf(call)
    const { name, key } = knownCredential(call, all)
    // Without its address, the key would go to the usual one.
    if (key !== undefined && (await hasEntered(secrets, name, call)))
      await secrets.remove(DEFAULT_ORGANIZATION, key, call)
    if (!(await secrets.remove(DEFAULT_ORGANIZATION, name, call)))
      throw new DocentError('not_found', `No value was entered for ${name}.`)
    await live?.use(await secrets.open(DEFAULT_ORGANIZATION, call))
    call.note.about(name)
    return { kind: 'empty', status: 204 }
  },
})

interface Credentials {
  secrets: EnteredSecrets
  live: LiveCredentials | undefined
  known: readonly PluginCredential[]
}

function credentialsOf(call: ApiCall & OfDashboard): Credentials {
  const { enteredSecrets, docent, credentials } = ofServer(call, 'Credentials', 'enter')
  const live = docent.find(LiveCredentials)
  // Without a plugin that has any, those that the default plugins would have.
  return { secrets: enteredSecrets, live, known: live?.known ?? credentials }
}

/**
 * What entering a value changes: the value, and for an address its key, which is another one or none.
 * @throws DocentError `conflict` for an address that the environment has, `invalid_request` for one whose key is missing
 */
function changesOf(
  { name, key }: PluginCredential,
  { value, key: given }: { value: string; key?: string | undefined },
  { before, live }: { before: Readonly<Record<string, string>>; live: LiveCredentials },
): Record<string, string | undefined> {
  if (key === undefined) {
    if (given !== undefined) refuse('key', `${name} is no address that a key is sent to`)
    return { [name]: value }
  }
  if (live.isInEnvironment(name))
    throw new DocentError(
      'conflict',
      `The environment sets ${name}, so an address that you enter here would not be used. Change it in the environment, and start the server again.`,
    )
  const kept = before[name] === value ? before[key] : undefined
  if ((given ?? kept) === undefined && live.isInEnvironment(key))
    refuse(
      'key',
      `is missing. ${key} is set in the environment, and Docent sends it only to the address that is set there. Enter the key for this address too, or set ${name} in the environment`,
    )
  return { [key]: given ?? kept, [name]: value }
}

async function hasEntered(secrets: EnteredSecrets, name: string, call: ApiCall): Promise<boolean> {
  return (await secrets.list(DEFAULT_ORGANIZATION, call)).some((one) => one.name === name)
}

function present(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function refuse(path: string, message: string): never {
  throw new DocentError('invalid_request', `${path}: ${message}.`, { issues: [{ path, message }] })
}

function knownCredential({ params }: ApiCall, all: readonly PluginCredential[]): PluginCredential {
  const { name = '' } = params
  const known = all.find((one) => one.name === name)
  if (known) return known
  throw new DocentError('not_found', `There is no credential "${name}". See GET /api/secrets.`)
}

function viewOf(
  { name, about, key, channel }: PluginCredential,
  entered: SealedSecret | undefined,
  live: LiveCredentials | undefined,
): z.output<typeof Secret> {
  const source = live?.isInEnvironment(name) ? 'environment' : entered ? 'entered' : null
  return {
    name,
    about,
    key: key ?? null,
    channel: channel ?? null,
    source,
    lastFour: entered?.lastFour ?? '',
    updatedAt: entered ? new Date(entered.updatedAt).toISOString() : null,
    updatedBy: entered?.updatedBy ?? null,
  }
}
