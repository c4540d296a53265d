import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from '../../../../packages/http/src/open-api/api-document.ts'
import { DOCUMENT } from './published-document.ts'

const ajv = new Ajv2020.default({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'api', components: DOCUMENT.components })

/** What is wrong with a value by a schema of the document; empty when nothing is. */
export function faultsOf(value: unknown, schema: Schema): string[] {
  const own = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'))
  const validate = ajv.compile(own)
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
