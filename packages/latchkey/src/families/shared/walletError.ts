/** The usable fields of a wallet's error. Wallets reject with values of any shape. */
export type WalletErrorFields = {
  /** As text: wallets send numbers and strings. */
  readonly code: string
  /** The code of the inner error that MetaMask mobile wraps. */
  readonly innerCode: string
  readonly message: string
}

export function readWalletError(error: unknown): WalletErrorFields {
  const original = readProperty(readProperty(error, 'data'), 'originalError')
  return {
    code: text(readProperty(error, 'code')),
    innerCode: text(readProperty(original, 'code')),
    message: text(typeof error === 'string' ? error : readProperty(error, 'message')),
  }
}

/** A property of any value; undefined when its getter throws. */
export function readProperty(value: unknown, property: string): unknown {
  try {
    return Object(value)[property]
  } catch {
    return undefined
  }
}

function text(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.slice(0, maxTextLength) : ''
}

/** Long enough for any readable message. */
const maxTextLength = 1_000
