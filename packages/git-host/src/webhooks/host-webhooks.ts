import type { z } from 'zod'
import type { WebhookEvent } from './webhook-events.ts'

/** How deliveries are signed, and where they say what they are. */
export interface HostWebhooks {
  /** Without it, the option `webhookSecret`. Undefined: every delivery is refused. */
  secret?: string | undefined
  /** Which option holds it, when it is another than `webhookSecret`. */
  option?: string
  /** Where people set the same one: `GitHub`, `the webhook`. */
  at: string
  /** Headers in lower case, the first one that is there. */
  event: readonly string[]
  delivery: readonly string[]
  isSigned(headers: ReadonlyMap<string, string>, body: Uint8Array, secret: string): boolean
  /** By event: the shape of a payload, read into what it says; undefined for nothing that Docent acts on. */
  events: Readonly<Record<string, z.ZodType<WebhookEvent | undefined>>>
  /** The event of a payload, where the header spells it differently. */
  kindOf?(payload: unknown): string
}
