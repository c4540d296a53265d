export { OtelOptions } from './options.ts'
export { OtelTelemetry } from './otel-telemetry.ts'
export type { OtelTelemetryOptions } from './otel-telemetry-options.ts'
export { otel } from './plugin.ts'
