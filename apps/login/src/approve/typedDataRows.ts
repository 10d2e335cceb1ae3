import type { TypedDataAction } from '../account/action.js'

/** A displayed field of typed data, with its nesting depth. */
export type TreeRow = {
  readonly depth: number
  readonly label: string
  /** Undefined for a struct or array. */
  readonly value?: string
  readonly as?: 'address' | 'code'
}

// Typed data is untrusted: types may be recursive and arrays very long.
const deepest = 8
export const maxRows = 400

/** All signed fields, in the order of their types. */
export function typedDataRows({ types, primaryType, message }: TypedDataAction['data']): {
  readonly rows: readonly TreeRow[]
  /** False if there is more than can be shown. */
  readonly isWhole: boolean
} {
  const rows: TreeRow[] = []
  let isWhole = true

  function visit(label: string, type: string, value: unknown, depth: number): void {
    if (rows.length >= maxRows || depth > deepest) {
      isWhole = false
      return
    }
    const list = /^(.*)\[\d*\]$/.exec(type)?.[1]
    const members = Object.hasOwn(types, type) ? types[type] : undefined
    if (list !== undefined && Array.isArray(value)) {
      rows.push({ depth, label, ...(value.length === 0 && { value: '–' }) })
      value.forEach((item, index) => {
        visit(String(index + 1), list, item, depth + 1)
      })
    } else if (members && typeof value === 'object' && value !== null) {
      if (label) rows.push({ depth, label })
      for (const member of members) {
        const inner = (value as Record<string, unknown>)[member.name]
        visit(member.name, member.type, inner, label ? depth + 1 : depth)
      }
    } else {
      rows.push({ depth, label, ...leaf(type, value) })
    }
  }

  visit('', primaryType, message, 0)
  return { rows, isWhole }
}

function leaf(type: string, value: unknown): Pick<TreeRow, 'value' | 'as'> {
  if (typeof value === 'string' && type === 'address') return { value, as: 'address' }
  if (value === undefined || value === null) return { value: '–' }
  if (typeof value === 'object') return { value: JSON.stringify(value), as: 'code' }
  const text = String(value)
  return type === 'string' || type === 'bool' ? { value: text } : { value: text, as: 'code' }
}
