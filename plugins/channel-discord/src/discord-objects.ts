import { z } from 'zod'

export const User = z.object({ id: z.string(), bot: z.boolean().optional() })

export const Message = z.object({
  id: z.string(),
  content: z.string(),
  timestamp: z.string(),
  author: User,
  mentions: z.array(z.object({ id: z.string() })).default([]),
  message_reference: z.object({ message_id: z.string().optional() }).nullish(),
  reactions: z.array(z.object({ emoji: z.object({ name: z.string().nullable() }) })).default([]),
})
export type Message = z.output<typeof Message>

export const DiscordPlace = z.object({
  id: z.string(),
  type: z.number(),
  name: z.string().nullish(),
  guild_id: z.string().optional(),
  parent_id: z.string().nullish(),
  last_message_id: z.string().nullish(),
  permission_overwrites: z.array(z.object({ id: z.string(), deny: z.string() })).default([]),
  thread_metadata: z.object({ locked: z.boolean().default(false) }).optional(),
  applied_tags: z.array(z.string()).default([]),
  available_tags: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
})
export type DiscordPlace = z.output<typeof DiscordPlace>

/** Threads of text channels, announcements, and forums. */
export const isThread = ({ type }: DiscordPlace) => type >= 10 && type <= 12
/** Forums and media channels hold no messages of their own. */
export const isForum = ({ type }: DiscordPlace) => type === 15 || type === 16

const EPOCH = 1_420_070_400_000n

/** The lowest id of that time, milliseconds since 1970. */
export function idAt(time: number): string {
  const since = BigInt(Math.max(0, Math.floor(time))) - EPOCH
  return since <= 0n ? '0' : String((since << 22n) - 1n)
}

/** When something with this id was made. */
export function timeOf(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH)
}

/** True when everybody of the server sees it, and so whoever joins. */
export function isOpen({ permission_overwrites: all }: DiscordPlace, guild: string): boolean {
  const VIEW = 1n << 10n
  return !all.some(({ id, deny }) => id === guild && (BigInt(deny) & VIEW) !== 0n)
}

/** A message of a channel, and what replies to it. */
export function below(messages: readonly Message[], root: string): Message[] {
  const ids = new Set([root])
  return messages.filter(({ id, message_reference: reference }) => {
    const isBelow = id === root || ids.has(reference?.message_id ?? '')
    if (isBelow) ids.add(id)
    return isBelow
  })
}

/** Reads `SERVER/THREAD`, or `SERVER/CHANNEL/MESSAGE`. */
export function placeOf(id: string): { guild: string; channel: string; root: string | undefined } {
  const [guild = '', channel = '', root] = id.split('/')
  return { guild, channel, root }
}
