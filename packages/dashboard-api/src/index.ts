export type { DashboardFeatures, ServerBackups } from './features.ts'
export { NewsHub } from './news-hub.ts'
export { ProviderClient } from './openid/provider-client.ts'
