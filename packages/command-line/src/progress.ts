export { ProgressDisplay } from './terminal/progress-display.ts'
