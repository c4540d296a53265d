export {
  type ContractCase,
  type ContractContext,
  contractSuite,
  failingCases,
} from './contracts/contract-case.ts'
export { limiterProperty } from './contracts/limiter-property.ts'
export { type RateLimiterContext, rateLimiterCases, rateLimiterContract } from './contracts/rate-limiter.ts'
export { ManualClock } from './fakes/manual-clock.ts'
export { ModelRateLimiter } from './fakes/model-rate-limiter.ts'
