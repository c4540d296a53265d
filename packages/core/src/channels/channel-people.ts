import { createHmac, hkdfSync } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import { keySecrets } from '../access/key-secrets.ts'
import { Settings } from '../ports/settings.ts'

/** People of channels are known by a keyed hash alone. */
@injectable()
export class ChannelPeople {
  constructor(@inject(Settings) private readonly settings: Settings) {}

  /** The same for one person of one channel as long as the newest secret of the server is the same. */
  hash(channel: string, person: string): string {
    return hashOf(keySecrets(this.settings)[0], channel, person)
  }

  /** Under every secret that the server still knows. */
  hashes(channel: string, person: string): string[] {
    return keySecrets(this.settings).map((secret) => hashOf(secret, channel, person))
  }
}

function hashOf(secret: string, channel: string, person: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'docent:channel-people', 32))
  const digest = createHmac('sha256', key)
    .update(JSON.stringify([channel, person]))
    .digest('base64url')
  return `channel-${digest.slice(0, 32)}`
}
