import { DEFAULT_ORGANIZATION, DocentError, type EnteredSecrets, type SealedSecret } from '@docent/core'
import { z } from 'zod'
import { CREDENTIALS, LiveCredentials } from '../../config/live-credentials.ts'
import { type ApiCall, defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { ofServer } from '../of-server.ts'

const Secret = z
  .object({
    name: z.string().describe('Name of the variable that it stands for.'),
    about: z.string(),
    source: z
      .enum(['environment', 'entered'])
      .nullable()
      .describe('Where the value in use comes from; null without one. The environment wins.'),
    lastFour: z.string().describe('Last characters of the entered value; empty for a short one.'),
    updatedAt: z.iso.datetime().nullable(),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: 'Secret' })

export const listSecrets = defineApiOperation({
  id: 'listSecrets',
  summary: 'List credentials for models and git hosts',
  description:
    'Lists the credentials that you can set and the ones that are set, but never a value. Credentials belong to the server, so only the organization `default` has them. If docent.config.ts lists the plugins, `applies` is false.',
  tag: 'Accounts',
  permission: 'manage',
  reply: {
    status: 200,
    description: 'One entry for each credential that Docent knows.',
    content: { 'application/json': z.object({ secrets: z.array(Secret), applies: z.boolean() }) },
  },
  async handle(call) {
    const { secrets, live } = credentialsOf(call)
    const entered = new Map((await secrets.list(DEFAULT_ORGANIZATION, call)).map((one) => [one.name, one]))
    const views = Object.keys(CREDENTIALS).map((name) => viewOf(name, entered.get(name), live))
    return json({ secrets: views, applies: live !== undefined })
  },
})

export const enterSecret = defineApiOperation({
  id: 'enterSecret',
  summary: 'Set a credential for a model or git host',
  description:
    'Docent encrypts the credential with a key derived from `DOCENT_SECRET`, and uses it immediately. No operation returns it. If docent.config.ts lists the plugins, the reply is 409.',
  tag: 'Accounts',
  permission: 'manage',
  audit: 'secret.enter',
  body: z.strictObject({ value: z.string().trim().min(1).max(20_000).describe('The value.') }),
  reply: {
    status: 200,
    description: 'The credential without its value.',
    content: { 'application/json': Secret },
  },
  async handle(call) {
    const { actor, body, note } = call
    const { secrets, live } = credentialsOf(call)
    const name = knownName(call)
    if (!live)
      throw new DocentError(
        'conflict',
        `docent.config.ts lists the plugins of this server, so a credential that you enter here would not be used. Set ${name} in the environment and start the server again, or take "plugins" out of docent.config.ts.`,
      )
    const values = { ...(await secrets.open(DEFAULT_ORGANIZATION, call)), [name]: body.value }
    await live.use(values).catch((error: unknown) => {
      if (!DocentError.is(error, 'configuration')) throw error
      throw new DocentError('invalid_request', error.message, {
        cause: error,
        issues: [{ path: 'value', message: error.message }],
      })
    })
    const by = actor.kind === 'member' ? (actor.session.account.email ?? actor.session.account.name) : 'a key'
    const entered = await secrets.enter(DEFAULT_ORGANIZATION, { name, value: body.value, by }, call)
    note.about(name)
    return json(viewOf(name, entered, live))
  },
})

export const removeSecret = defineApiOperation({
  id: 'removeSecret',
  summary: 'Remove a stored credential',
  tag: 'Accounts',
  permission: 'manage',
  audit: 'secret.remove',
  reply: { status: 204, description: 'It is used no more.' },
  async handle(call) {
    const { secrets, live } = credentialsOf(call)
    const name = knownName(call)
    if (!(await secrets.remove(DEFAULT_ORGANIZATION, name, call)))
      throw new DocentError('not_found', `No value was entered for ${name}.`)
    await live?.use(await secrets.open(DEFAULT_ORGANIZATION, call))
    call.note.about(name)
    return { kind: 'empty', status: 204 }
  },
})

function credentialsOf(call: ApiCall): { secrets: EnteredSecrets; live: LiveCredentials | undefined } {
  const { enteredSecrets, docent } = ofServer(call, 'Credentials', 'enter')
  return { secrets: enteredSecrets, live: docent.find(LiveCredentials) }
}

function knownName({ params }: ApiCall): string {
  const { name = '' } = params
  if (Object.hasOwn(CREDENTIALS, name)) return name
  throw new DocentError('not_found', `There is no credential "${name}". See GET /api/secrets.`)
}

function viewOf(
  name: string,
  entered: SealedSecret | undefined,
  live: LiveCredentials | undefined,
): z.output<typeof Secret> {
  const source = live?.isInEnvironment(name) ? 'environment' : entered ? 'entered' : null
  return {
    name,
    about: CREDENTIALS[name] ?? '',
    source,
    lastFour: entered?.lastFour ?? '',
    updatedAt: entered ? new Date(entered.updatedAt).toISOString() : null,
    updatedBy: entered?.updatedBy ?? null,
  }
}
