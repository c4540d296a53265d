export { analytics } from './analytics.ts'
