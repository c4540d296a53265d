export { HttpTransport } from './delivery/http-transport.ts'
