import { isBranchName } from '@docent/core/plugin'
import { z } from 'zod'
import { V1_MODEL_NAMES, type V1ModelName } from '../v1/model-names.ts'
import { MAX_PROMPT } from './prompt.ts'

const Message = z.object({
  role: z
    .enum(['system', 'user', 'assistant'])
    .default('user')
    .describe('"system" is added after the default system prompt, "assistant" messages are examples.'),
  content: z.string().max(MAX_PROMPT).describe('Text of the message.'),
})

/** Messages that are all of the role `system` are the task itself: several clients send only one. */
function asTask(messages: z.output<typeof Message>[]): z.output<typeof Message>[] {
  if (messages.some(({ role }) => role !== 'system')) return messages
  return messages.map(({ content }) => ({ role: 'user', content }))
}

/** Body of the deprecated "create job". Unknown fields are ignored. */
export const V1JobBody = z.object({
  messages: z
    .array(Message)
    .min(1)
    .max(100)
    .transform(asTask)
    .refine((messages) => messages.some(({ role, content }) => role === 'user' && content.trim() !== ''), {
      error: 'must hold at least one user message with text',
    })
    .describe('Messages given to the agent.')
    .meta({ examples: [[{ role: 'user', content: 'Set the title of index.mdx to "Welcome".' }]] }),
  branch: z
    .string()
    .refine((name) => name === '' || isBranchName(name), { error: 'must be a valid git branch name' })
    .nullish()
    .transform((name) => name || undefined)
    .describe('Branch the agent works on; made from the messages when left out. Never the default branch.'),
  asDraft: z
    .union([z.boolean(), z.literal('true'), z.literal('false')], { error: 'must be a boolean' })
    .default(false)
    .transform((value) => value === true || value === 'true')
    .describe('Open the pull request as a draft.'),
  model: z
    .enum(Object.keys(V1_MODEL_NAMES) as V1ModelName[])
    .optional()
    .describe('"sonnet" (faster, the default) or "opus" (more capable).'),
})
