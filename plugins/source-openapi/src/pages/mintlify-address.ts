import type { Operation } from '../description/operation.ts'
import { listOf, objectOf, textOf } from '../description/values.ts'

/**
 * Where Mintlify shows an operation, below the folder of its API: the first tag, then the summary, or the method and
 * the path. Names that are there already are counted up.
 */
export function mintlifyAddresses(): (operation: Operation) => string {
  const taken = new Set<string>()
  return (operation) => {
    const { value } = operation.operation
    const own = textOf(objectOf(value['x-mint']).href)?.replace(/^\/+|(?<!\/)\/+$/g, '')
    const base = own === undefined ? named(operation) : `/${own}`
    let address = base
    for (let count = 1; taken.has(address); count++) address = `${base}-${count}`
    taken.add(address)
    return address.toLowerCase()
  }
}

/** Below the folder, without a slash at its start; an address of its own (`x-mint.href`) has one. */
function named({ operation, method, path }: Operation): string {
  const { value } = operation
  const [tag] = listOf(value.tags)
  const folder = fileName(textOf(tag))
  const unnamed = method === 'WEBHOOK' ? fileName(path) : `${method}-${fileName(path)}`
  const name = fileName(textOf(value.summary)) || unnamed
  return folder === '' ? name : `${folder}/${name}`
}

function fileName(text: string | undefined): string {
  return (text ?? '')
    .replaceAll(' ', '-')
    .replace(/\{.{0,200}?\}/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/[{}(),.'\n/]/g, '')
    .replaceAll('--', '-')
    .toLowerCase()
}
