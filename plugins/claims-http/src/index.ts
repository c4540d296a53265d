export type { ClaimFormat } from './claim-format.ts'
export { HttpClaimChecker, type HttpClaimCheckerOptions } from './http-claim-checker.ts'
export { HttpClaimsOptions } from './options.ts'
export { httpClaims } from './plugin.ts'
