import type { ApiDocument } from './api-document.ts'
import { exampleOf } from './example-of.ts'

/** Gives every JSON body and reply the example that the reference shows. */
export function withExamples<Document extends object>(document: Document): Document {
  const described = document as unknown as ApiDocument
  for (const methods of Object.values(described.paths))
    for (const { requestBody, responses } of Object.values(methods))
      for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
        for (const [type, media] of Object.entries(content))
          if (type === 'application/json')
            Object.assign(media, { example: exampleOf(media.schema, described) })
  return document
}
