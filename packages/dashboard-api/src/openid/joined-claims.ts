import type { IDToken, UserInfoResponse } from 'openid-client'

/** What the provider says of a person, checked: who, for whom, when and by whom it was signed. */
export type ProviderClaims = IDToken & Partial<UserInfoResponse>

/**
 * The claims of a token with those that it lacks. What is signed wins over what is not. An address and whether it is
 * verified come from one of the two: what one says of its address says nothing of the other's.
 */
export function joinedClaims(token: IDToken, more: UserInfoResponse): ProviderClaims {
  const { email: _, email_verified: __, ...others } = more
  return { ...others, ...without(token), ...addressOf(token, more) }
}

function without({ email: _, email_verified: __, ...token }: IDToken): IDToken {
  return token as IDToken
}

function addressOf(token: IDToken, more: UserInfoResponse): Pick<ProviderClaims, 'email' | 'email_verified'> {
  if (token.email === undefined) return given(more.email, more.email_verified)
  const verified = token.email_verified ?? (more.email === token.email ? more.email_verified : undefined)
  return given(token.email, verified)
}

function given(email: unknown, verified: unknown): Pick<ProviderClaims, 'email' | 'email_verified'> {
  return Object.fromEntries(
    Object.entries({ email, email_verified: verified }).filter(([, value]) => value !== undefined),
  )
}
