import type { IncomingHttpHeaders } from 'node:http'
import * as core from '@docent/core/plugin'
import type { z } from 'zod'
import type { Services } from './services.ts'

/** What the server adds to a call for its own operations. */
export interface OwnCall {
  readonly headers: IncomingHttpHeaders
  readonly services: Services
  /** A GET of which only the headers are wanted. */
  readonly isHead: boolean
}

export type PublicCall<Query = unknown, Body = unknown> = core.PublicCall<Query, Body> & OwnCall
export type Call<Query = unknown, Body = unknown> = core.KeyedCall<Query, Body> & OwnCall
export type ApiCall<Query = unknown, Body = unknown> = core.ApiCall<Query, Body> & OwnCall

/** As a plugin defines it, with a call that has the services of the server. */
export function defineOperation<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>(
  operation: core.KeyedOperation<Query, Body, OwnCall>,
): core.Operation {
  return core.defineOperation(operation)
}

/** As `defineOperation`, for an operation without a key. */
export function definePublicOperation<Query extends z.ZodType = z.ZodType>(
  operation: core.PublicOperation<Query, z.ZodType, OwnCall>,
): core.Operation {
  return core.definePublicOperation(operation)
}

/** As `defineOperation`, for an operation of `/api`. */
export function defineApiOperation<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>(
  operation: core.ApiOperation<Query, Body, OwnCall>,
): core.Operation {
  return core.defineApiOperation(operation)
}
