import { LoginError } from '../loginError.js'

/** Errors for sites, with the standard codes (EIP-1193, EIP-5792, JSON-RPC). */

export function invalidParams(message: string, cause?: unknown): LoginError {
  return createWalletError(-32602, message, cause)
}

export function foreignAccount(): LoginError {
  return createWalletError(4100, 'The account does not belong to this wallet')
}

export function wrongChain(): LoginError {
  return createWalletError(4901, 'The request is for a different network')
}

export function unsupportedMethod(method: string): LoginError {
  return new LoginError({
    code: 'not-allowed',
    rpcCode: 4200,
    message: `The wallet does not support ${method.slice(0, 64)}`,
  })
}

/** Errors of EIP-5792 batches. */
export const batchErrors = {
  capability: () => createWalletError(5700, 'The wallet lacks a capability that the request needs'),
  chain: () => createWalletError(5710, 'The wallet does not support this network'),
  duplicate: () => createWalletError(5720, 'A batch with this id already exists'),
  unknown: () => createWalletError(5730, 'There is no batch with this id'),
  tooLarge: () => createWalletError(5740, 'The batch has too many calls'),
  notAtomic: () => createWalletError(5760, 'This account cannot make several calls at once'),
}

/** Errors of delegations of the key's own account (EIP-7702), which only the visitor can start. */
export const delegationErrors = {
  refused: () =>
    new LoginError({
      code: 'not-allowed',
      rpcCode: 4200,
      message: 'Sites cannot delegate the account to a contract',
    }),
  unavailable: () => createWalletError(-32000, 'The account cannot be delegated on this network'),
  /** Somewhere else something was started or ended. */
  outdated: () => createWalletError(-32000, 'The account is delegated differently by now'),
  tooExpensive: () => createWalletError(-32000, 'The network fee is too high'),
  unchanged: () => createWalletError(-32000, 'The network did not change the delegation'),
} as const

/** Errors of permission requests (ERC-7715). What cannot be enforced on the chain is never granted. */
export const permissionErrors = {
  /** The code of EIP-5792 for a capability that the wallet lacks. */
  code: 5700,
  unsupported: (what: string) =>
    createWalletError(permissionErrors.code, `This wallet does not support ${what}`),
  /** The account is of the version without permissions. */
  noPermissions: () =>
    createWalletError(permissionErrors.code, 'This account cannot grant permissions'),
  tooBroad: (why: string) => createWalletError(-32602, `The permission is too broad: ${why}`),
  notAdjustable: () =>
    createWalletError(-32602, 'The permission is too broad, and the request allows no change'),
  unknown: () => createWalletError(-32602, 'This account has no such permission'),
} as const

function createWalletError(rpcCode: number, message: string, cause?: unknown): LoginError {
  return new LoginError(
    { code: 'invalid-request', rpcCode, message },
    cause === undefined ? undefined : { cause },
  )
}
