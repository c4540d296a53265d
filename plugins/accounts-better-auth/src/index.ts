export { AccountRows } from './account-rows.ts'
export { BetterAuthOptions } from './options.ts'
export { accounts } from './plugin.ts'
