import { isRecord } from '@latchkey/wire/json'
import { assertAnswer, IndexError } from './ChainIndex.js'
import type { IndexCall } from './requestIndex.js'

/** Calls an index over JSON-RPC. */
export type JsonRpc = (
  url: string,
  method: string,
  params: unknown,
  signal: AbortSignal,
) => Promise<unknown>

export function createJsonRpc(call: IndexCall): JsonRpc {
  let lastId = 0
  return async (url, method, params, signal) => {
    lastId += 1
    const id = lastId
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const answer = await call(url, body, signal)
    assertAnswer(isRecord(answer) && answer.id === id, 'The answer is to another request.')
    if (isRecord(answer.error)) throw rejection(answer.error.code)
    assertAnswer(answer.result !== undefined && answer.result !== null, 'The result is missing.')
    return answer.result
  }
}

/** The codes of JSON-RPC; 429 also inside an answer with status 200. */
function rejection(code: unknown): IndexError {
  const message = `The index answered with the error ${Number.isInteger(code) ? code : 'unknown'}.`
  if (code === 429 || code === -32005 || code === -32429) {
    return new IndexError('rate-limited', message)
  }
  if (code === 401 || code === 403 || code === -32401)
    return new IndexError('unauthorized', message)
  if (code === -32601 || code === -32600 || code === -32602) {
    return new IndexError('unsupported', message)
  }
  return new IndexError('no-answer', message)
}
