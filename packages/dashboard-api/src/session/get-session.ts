import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { keepSession, SessionView, viewOfActor } from './session-view.ts'

export const getSession = defineApiOperation({
  id: 'getSession',
  summary: 'Get the signed-in person',
  description:
    'If nobody is signed in, `user` is null. With an admin key, `organizations` says what the key can do. Each call extends the session and its cookie.',
  tag: 'Accounts',
  permission: 'anyone',
  reply: {
    status: 200,
    description: 'The person, their organizations, and the token for changes.',
    content: { 'application/json': SessionView },
  },
  async handle(call) {
    const { actor, services } = call
    if (actor.kind === 'member') keepSession(call, actor)
    return json(await viewOfActor(actor, services))
  },
})
