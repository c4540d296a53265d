import { ChannelAgent } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { personOf } from '../person-of.ts'

export const linkChannelPerson = defineApiOperation({
  id: 'linkChannelPerson',
  summary: 'Make a code that links your account with you in a channel',
  description:
    'In the channel, mention Docent and write `link` and the code within 15 minutes. The code works once. After that, the agent takes orders from you there, as far as your role allows. Send the code in a direct message where the channel has them.',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'channel.link',
  reply: {
    status: 201,
    description: 'The code.',
    content: { 'application/json': z.object({ code: z.string() }) },
  },
  async handle(call) {
    const { project, services, signal, note } = call
    const { account } = personOf(call).session
    note.about(project.id)
    const code = await services.docent.resolve(ChannelAgent).linkCode(project, account.id, { signal })
    return json({ code }, 201)
  },
})
