import type { Hex } from '@latchkey/wire/rpc/eip155'

/** How a signature by an account that may be yet to be deployed ends (ERC-6492). */
const suffix = '6492'.repeat(16)
const wordLength = 64
/** Bytes of code that one call may create with (EIP-3860). */
const longestProgram = 49_152

export function isWrapped(signature: Hex): boolean {
  return signature.endsWith(suffix)
}

/**
 * A program that brings the account into being, asks it and hands on its answer: run as a call that
 * creates nothing, it leaves no trace on the chain. Undefined for a wrapping that holds nothing, or
 * too much.
 */
export function checkingProgram(
  signature: Hex,
  question: (inner: Hex) => Hex,
  account: Hex,
): Hex | undefined {
  const wrapped = unwrap(signature)
  if (!wrapped) return undefined
  const { factory, deployment } = wrapped
  const asked = question(`0x${wrapped.signature}`).slice(2)
  const code = (offset: number, failure: number) =>
    [
      copy(deployment.length / 2, offset),
      // call(gas, factory, 0, 0, size, 0, 0): an account that is there already makes it fail.
      `6000600063${size(deployment.length / 2)}6000600073${factory}5af150`,
      copy(asked.length / 2, offset + deployment.length / 2),
      // staticcall(gas, account, 0, size, 0, 0)
      `6000600063${size(asked.length / 2)}600073${account.slice(2)}5afa`,
      `15${jumpTo(failure)}57`,
      // Its answer is ours.
      '3d600060003e3d6000f3',
      '5b60006000fd',
    ].join('')
  const length = code(0, 0).length / 2
  const program = `${code(length, length - 6)}${deployment}${asked}`
  return program.length / 2 > longestProgram ? undefined : `0x${program}`
}

/** codecopy(0, offset, size) */
function copy(bytes: number, offset: number): string {
  return `63${size(bytes)}63${size(offset)}600039`
}

function jumpTo(place: number): string {
  return `61${place.toString(16).padStart(4, '0')}`
}

function size(bytes: number): string {
  return bytes.toString(16).padStart(8, '0')
}

/** `(address factory, bytes deployment, bytes signature)`, in digits. */
function unwrap(signature: Hex) {
  const digits = signature.slice(2, -suffix.length)
  const factory = digits.slice(wordLength - 40, wordLength)
  const deployment = bytesAt(digits, 1)
  const inner = bytesAt(digits, 2)
  if (factory.length < 40 || deployment === undefined || inner === undefined) return undefined
  return { factory, deployment, signature: inner }
}

/** What the word at that place points to. */
function bytesAt(digits: string, place: number): string | undefined {
  const offset = numberAt(digits, place * wordLength)
  if (offset === undefined) return undefined
  const length = numberAt(digits, offset * 2)
  if (length === undefined) return undefined
  const start = offset * 2 + wordLength
  const bytes = digits.slice(start, start + length * 2)
  return bytes.length === length * 2 ? bytes : undefined
}

/** A word as a number; undefined for one that points beyond any signature. */
function numberAt(digits: string, start: number): number | undefined {
  const word = digits.slice(start, start + wordLength)
  return /^0{56}[0-9a-f]{8}$/.test(word) ? Number.parseInt(word, 16) : undefined
}
