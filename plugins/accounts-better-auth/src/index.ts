export { BetterAuthOptions } from './options.ts'
export { accounts } from './plugin.ts'
