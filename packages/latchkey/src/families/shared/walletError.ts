/** A wallet's error in the few terms it can be trusted for. Wallets reject with anything. */
export type WalletErrorFields = {
  /** As text: wallets write codes as numbers and as strings. */
  readonly code: string
  /** The code of the error inside, which MetaMask mobile wraps. */
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

/** A property of anything at all, even of an object that objects to being read. */
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

/** Enough for any message a person would read. */
const maxTextLength = 1_000
