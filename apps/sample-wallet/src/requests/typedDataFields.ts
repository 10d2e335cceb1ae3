import { isRecord } from '@latchkey/wire/json'
import { readAddress } from '../chain/shape.js'
import { groupedAddress } from './amount.js'
import type { Field } from './describeRequest.js'
import type { TypedData } from './readCall.js'

type Member = { readonly name: string; readonly type: string }

// Typed data is untrusted: types may be recursive and lists very long.
const deepest = 6
const maxFields = 200

/** Typed data as a flat table, in the order of its types: `to › wallet`, `items 2 › price`. */
export function fieldsOf({ types, primaryType, message }: TypedData): readonly Field[] {
  const fields: Field[] = []
  const structs = types as Record<string, unknown>

  function visit(label: string, type: string, value: unknown, depth: number): void {
    if (fields.length >= maxFields) return
    const list = /^(.*)\[\d*\]$/.exec(type)?.[1]
    if (depth < deepest && list !== undefined && Array.isArray(value)) {
      if (value.length === 0) fields.push({ label, value: 'None' })
      value.forEach((item, index) => {
        visit(`${label} ${index + 1}`, list, item, depth + 1)
      })
    } else if (depth < deepest && structs[type] !== undefined && isRecord(value)) {
      for (const member of membersOf(structs[type]))
        visit(
          label ? `${label} › ${member.name}` : member.name,
          member.type,
          value[member.name],
          depth + 1,
        )
    } else {
      fields.push(leaf(label, type, value))
    }
  }

  visit('', primaryType, message, 0)
  return fields
}

function membersOf(struct: unknown): readonly Member[] {
  if (!Array.isArray(struct)) return []
  return struct.filter(
    (member): member is Member =>
      isRecord(member) && typeof member.name === 'string' && typeof member.type === 'string',
  )
}

function leaf(label: string, type: string, value: unknown): Field {
  const address = type === 'address' ? readAddress(value) : undefined
  if (address) return { label, value: groupedAddress(address), code: true }
  if (value === undefined || value === null) return { label, value: 'Nothing' }
  if (typeof value === 'boolean') return { label, value: value ? 'Yes' : 'No' }
  if (typeof value === 'object') return { label, value: JSON.stringify(value), code: true }
  const text = String(value)
  return { label, value: text, ...(type.startsWith('bytes') && { code: true }) }
}
