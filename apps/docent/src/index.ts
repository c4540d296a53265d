export {
  type DocentConfigInput,
  defineConfig,
  loadConfig,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '@docent/server'
