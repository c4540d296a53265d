import { defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { keepSession, SessionView, viewOfActor } from './session-view.ts'

export const getSession = defineApiOperation({
  id: 'getSession',
  summary: 'Say who is signed in',
  description:
    'Answers nobody with `user: null`. With an admin key, `organizations` says what the key may do. Each call prolongs the cookie with the session.',
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
