export { indexProgress } from './index-progress.ts'
