import { read, readFault } from '../shared/walletFault.js'
import { call } from './inPageTransport.js'

const refusedCode = '-32000'
const notLetInCode = '-32002'

/** Answers come in JSON-RPC envelopes, and so do errors, with codes that mean other things elsewhere. */
export async function askSats(
  provider: unknown,
  method: string,
  params: unknown,
): Promise<unknown> {
  let answer: unknown
  try {
    answer = await call(provider, 'request', method, params)
  } catch (error) {
    throw readError(error) ?? error
  }
  const error = readError(answer)
  if (error) throw error
  return read(answer, 'result')
}

function readError(answer: unknown): unknown {
  const error = read(answer, 'error')
  if (error === undefined || error === null) return undefined
  const { code, message } = readFault(error)
  if (code === refusedCode) return { code: 4001, message }
  if (code === notLetInCode) return { code: 4100, message }
  return { code, message }
}
