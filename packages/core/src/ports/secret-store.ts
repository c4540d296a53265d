import type { OrganizationId } from '../domain/ids.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** A credential that somebody entered, as it is stored: encrypted. */
export interface SealedSecret {
  readonly organizationId: OrganizationId
  /** Name of the environment variable that it stands for, such as `OPENAI_API_KEY`. */
  readonly name: string
  /** Ciphertext; see `sealSecret`. */
  readonly sealed: string
  /** To tell values apart; empty for a short one. */
  readonly lastFour: string
  readonly updatedAt: number
  /** Who entered it, for people. */
  readonly updatedBy: string
}

/** Encrypted credentials, one of a name in each organization. */
export interface SecretStore {
  /** Creates or replaces. */
  put(secret: SealedSecret, options?: CallOptions): Promise<void>
  /** By name. */
  list(organization: OrganizationId, options?: CallOptions): Promise<SealedSecret[]>
  /** False when there was none. */
  remove(organization: OrganizationId, name: string, options?: CallOptions): Promise<boolean>
}

export const SecretStore: Token<SecretStore> = token<SecretStore>('SecretStore')
