import { ApiError } from '../errors/ApiError.js'

const maxDepth = 32
const maxItems = 1_000
const maxDigits = 100

/** Parses JSON with limits on depth, list length and digits. Throws an ApiError (422). */
export function parseBoundedJson(text: string): unknown {
  checkBounds(text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError(422, 'body', 'The body is not JSON.', { cause })
  }
}

const escapedUnit = /\\u([0-9a-f]{4})/iy

/**
 * Length of an escape after its backslash. Lone surrogates and `\\u0000` are rejected: PostgreSQL
 * cannot store them.
 */
function checkEscape(text: string, index: number): number {
  const unit = unitAt(text, index)
  if (unit === undefined) return 1
  const isFirstHalf = unit >= 0xd800 && unit <= 0xdbff
  const next = isFirstHalf ? (unitAt(text, index + 6) ?? 0) : 0
  const isWhole = next >= 0xdc00 && next <= 0xdfff
  const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff
  if (unit === 0 || isSecondHalf || (isFirstHalf && !isWhole)) {
    throw new ApiError(422, 'body', 'The body contains incomplete characters.')
  }
  return isFirstHalf ? 11 : 5
}

function unitAt(text: string, index: number): number | undefined {
  escapedUnit.lastIndex = index
  const digits = escapedUnit.exec(text)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}

/** One pass over the text; `JSON.parse` checks the syntax afterwards. */
function checkBounds(text: string): void {
  const items: number[] = []
  let isInText = false
  let digits = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (isInText) {
      if (character === '\\') index += checkEscape(text, index)
      else if (character === '"') isInText = false
      continue
    }
    const isDigit = character !== undefined && character >= '0' && character <= '9'
    digits = isDigit ? digits + 1 : 0
    if (digits > maxDigits) throw new ApiError(422, 'body', 'A number is too long.')
    if (character === '"') isInText = true
    else if (character === '{' || character === '[') {
      items.push(1)
      if (items.length > maxDepth) {
        throw new ApiError(422, 'body', `The body is nested deeper than ${maxDepth} levels.`)
      }
    } else if (character === '}' || character === ']') items.pop()
    else if (character === ',') {
      const count = (items.pop() ?? 0) + 1
      items.push(count)
      if (count > maxItems) {
        throw new ApiError(422, 'body', `A list has more than ${maxItems} items.`)
      }
    }
  }
}
