import { getMemberText } from './exactJson.js'

/** A JSON-RPC request as the caller sent it. */
export type RpcRequest = {
  /** The id's JSON text, returned unchanged. */
  readonly id: string
  readonly method: string
  readonly params: unknown
}

const maxIdLength = 256

/** Undefined for an invalid request. */
export function parseRpcRequest(value: unknown, text: string): RpcRequest | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { id, method, params, jsonrpc } = value as Readonly<Record<string, unknown>>
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !/^\w{1,64}$/.test(method))
    return undefined
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') return undefined
  if (params !== undefined && (typeof params !== 'object' || params === null)) return undefined
  const idText = getMemberText(text, 'id')
  return idText === undefined || idText.length > maxIdLength
    ? undefined
    : { id: idText, method, params }
}

/** The JSON text of each element of an array, as written. The input must be valid JSON. */
export function getElementTexts(text: string): readonly string[] {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/g
  const elements: string[] = []
  let depth = 0
  let start = 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match
    if (found === '{' || found === '[') {
      depth += 1
      if (depth === 1) start = token.lastIndex
    } else if (found === '}' || found === ']' || found === ',') {
      if (depth === 1) {
        elements.push(text.slice(start, match.index).trim())
        start = token.lastIndex
      }
      if (found !== ',') depth -= 1
    }
  }
  return elements
}
