import { isRecord } from '@latchkey/wire/json'
import { type Hex, parseAddress } from '@latchkey/wire/rpc/eip155'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import type { TypedDataAction } from './action.js'
import { invalidParams } from './walletErrors.js'

export type TypedData = TypedDataAction['data']

const maxTextLength = 256 * 1024
const name = /^[A-Za-z_$][\w$]{0,255}$/
const type = /^[A-Za-z_$][\w$]{0,255}(?:\[\d{0,9}\]){0,8}$/

/**
 * Typed data of a site, as text or object, reduced to the fields of its types, so that exactly the
 * signed data is shown.
 */
export function readTypedData(given: unknown): { readonly data: TypedData; readonly hash: Hex } {
  const value = typeof given === 'string' ? parseJson(given) : given
  const types = isRecord(value) ? readTypes(value.types) : undefined
  if (!isRecord(value) || !types) throw invalidParams('The typed data has no usable types')
  const { primaryType, domain, message } = value
  if (typeof primaryType !== 'string' || !Object.hasOwn(types, primaryType)) {
    throw invalidParams('The typed data has no primary type')
  }
  if (primaryType === 'EIP712Domain' || !isRecord(domain) || !isRecord(message)) {
    throw invalidParams('The typed data has no domain or no message')
  }
  try {
    const all = { ...types, EIP712Domain: types.EIP712Domain ?? domainTypes(domain) }
    const data: TypedData = {
      types: all,
      primaryType,
      domain: only(all, 'EIP712Domain', domain) as Readonly<Record<string, unknown>>,
      message: only(all, primaryType, message) as Readonly<Record<string, unknown>>,
    }
    return { data, hash: hashTypedData(data as unknown as TypedDataDefinition) }
  } catch (cause) {
    throw invalidParams('The typed data does not fit its types', cause)
  }
}

/** The chain the domain names, in decimal; undefined for none. */
export function chainOf({ domain }: TypedData): string | undefined {
  const { chainId } = domain
  if (chainId === undefined) return undefined
  try {
    if (typeof chainId === 'boolean') throw new TypeError('A boolean is not a chain')
    return BigInt(chainId as string).toString()
  } catch (cause) {
    throw invalidParams('The domain names no chain that could be meant', cause)
  }
}

/** The contract the domain names, in lower case; undefined for none. */
export function contractOf({ domain }: TypedData): Hex | undefined {
  return parseAddress(domain.verifyingContract)
}

/** The fields of a domain (EIP-712), for data without domain types. */
function domainTypes(domain: Readonly<Record<string, unknown>>): { name: string; type: string }[] {
  const known = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ]
  const given = Object.keys(domain).filter((field) => domain[field] !== undefined)
  const isKnown = given.every((field) => known.some((one) => one.name === field))
  if (!isKnown) throw new Error('The domain has something that no domain has')
  return known.filter((field) => given.includes(field.name))
}

function parseJson(text: string): unknown {
  if (text.length > maxTextLength) throw invalidParams('The typed data is too long')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidParams('The typed data is not JSON', cause)
  }
}

function readTypes(value: unknown): Record<string, { name: string; type: string }[]> | undefined {
  if (!isRecord(value)) return undefined
  const types: Record<string, { name: string; type: string }[]> = Object.create(null)
  for (const [struct, fields] of Object.entries(value)) {
    if (!name.test(struct) || !Array.isArray(fields)) return undefined
    const read = fields.map((field: unknown) => {
      if (!isRecord(field)) return undefined
      const isField =
        typeof field.name === 'string' &&
        typeof field.type === 'string' &&
        name.test(field.name) &&
        type.test(field.type)
      return isField ? { name: field.name as string, type: field.type as string } : undefined
    })
    if (read.includes(undefined)) return undefined
    const members = read as { name: string; type: string }[]
    if (new Set(members.map((field) => field.name)).size !== members.length) return undefined
    types[struct] = members
  }
  return types
}

/** The value with the fields of its type; throws if one is missing. */
function only(
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>,
  typeName: string,
  value: unknown,
): unknown {
  const [, element] = /^(.*)\[\d*\]$/.exec(typeName) ?? []
  if (element !== undefined) {
    if (!Array.isArray(value)) throw new Error(`Not a list of ${element}`)
    return value.map((item) => only(types, element, item))
  }
  const fields = Object.hasOwn(types, typeName) ? types[typeName] : undefined
  if (!fields) {
    const isPlain = ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
    if (!isPlain) throw new Error(`Not a value of ${typeName}`)
    return value
  }
  if (!isRecord(value)) throw new Error(`Not a ${typeName}`)
  return Object.fromEntries(
    fields.map((field) => {
      if (!Object.hasOwn(value, field.name)) throw new Error(`${typeName} lacks ${field.name}`)
      return [field.name, only(types, field.type, value[field.name])]
    }),
  )
}
