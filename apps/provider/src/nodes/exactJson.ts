/** Solana's nodes write 64-bit integers, which a double cannot represent exactly. */
const longNumber = /(?<![\w".])-?\d{16,}/
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Like JSON.parse, but unsafe integers become decimal strings. */
export function parseExact(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text)
  return JSON.parse(
    text.replace(stringOrNumber, (token) =>
      /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    ),
  )
}

/** The JSON text of one member of an object, as written. The input must be valid JSON. */
export function getMemberText(text: string, member: string): string | undefined {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g
  let depth = 0
  let key: string | undefined
  let start: number | undefined
  let isKeyNext = false
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match
    if (found === '{' || found === '[') {
      depth += 1
      if (depth === 1) isKeyNext = true
    } else if (found === '}' || found === ']' || found === ',') {
      if (depth === 1 && start !== undefined && key === member) {
        return text.slice(start, match.index).trim()
      }
      if (found !== ',') depth -= 1
      else if (depth === 1) isKeyNext = true
    } else if (found === ':') {
      if (depth === 1) start = token.lastIndex
    } else if (depth === 1 && isKeyNext) {
      key = JSON.parse(found) as string
      start = undefined
      isKeyNext = false
    }
  }
  return undefined
}

/** One member's JSON with all digits. */
export function getExactMember(
  text: string,
  parsed: Readonly<Record<string, unknown>>,
  member: string,
) {
  return longNumber.test(text)
    ? (getMemberText(text, member) ?? 'null')
    : JSON.stringify(parsed[member])
}
