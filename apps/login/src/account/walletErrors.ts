import { LoginFault } from '../loginError.js'

/** Refusals of what a site asks, with the codes wallets use (EIP-1193, EIP-5792, JSON-RPC). */

export function invalidParams(message: string, cause?: unknown): LoginFault {
  return refusal(-32602, message, cause)
}

export function foreignAccount(): LoginFault {
  return refusal(4100, 'The account is none of this wallet')
}

export function wrongChain(): LoginFault {
  return refusal(4901, 'The request names another network than the one it was sent for')
}

export function unsupportedMethod(method: string): LoginFault {
  return new LoginFault({
    code: 'not-allowed',
    rpcCode: 4200,
    message: `The wallet does not support ${method.slice(0, 64)}`,
  })
}

/** The refusals that came with batches of calls. */
export const batchRefusals = {
  capability: () => refusal(5700, 'The wallet lacks a capability that the request needs'),
  chain: () => refusal(5710, 'The wallet does not support this network'),
  duplicate: () => refusal(5720, 'There is a batch with this id already'),
  unknown: () => refusal(5730, 'There is no batch with this id'),
  tooLarge: () => refusal(5740, 'The batch has too many calls'),
  notAtomic: () => refusal(5760, 'This account cannot make several calls at once'),
}

function refusal(rpcCode: number, message: string, cause?: unknown): LoginFault {
  return new LoginFault(
    { code: 'invalid-request', rpcCode, message },
    cause === undefined ? undefined : { cause },
  )
}
