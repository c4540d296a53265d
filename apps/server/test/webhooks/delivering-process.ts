// A server that delivers webhooks until its parent kills it.
import { startDeliveringServer } from './start-delivering-server.ts'

process.on('disconnect', () => process.exit())
await startDeliveringServer(process.env.DELIVERING_FOLDER ?? '', process.env.DELIVERING_TO ?? '', true)
