import type { ApiDocument, ApiOperation } from '../../../../packages/http/src/open-api/api-document.ts'
import { describeApi } from '../../../../packages/http/src/open-api/describe-api.ts'
import { listedRoutes } from '../../src/routes.ts'

/** The document as clients get it: through JSON. */
export const DOCUMENT: ApiDocument = JSON.parse(JSON.stringify(describeApi(await listedRoutes())))

export interface PublishedOperation {
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
}

export const OPERATIONS: readonly PublishedOperation[] = Object.entries(DOCUMENT.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
