import { isRecord } from '@latchkey/wire/json'
import { type Hex, parseAddress } from '@latchkey/wire/rpc/eip155'
import { invalidParams } from '../walletErrors.js'

/** Values of a permission request. Each throws a typed error that names the field. */

type Fields = Readonly<Record<string, unknown>>

const maxUint256 = 2n ** 256n - 1n
/** Seconds reach this in the year 5138; sites that give more mean milliseconds. */
const maxSeconds = 100_000_000_000n

export function readFields(value: unknown, name: string): Fields {
  if (!isRecord(value)) throw invalidParams(`\`${name}\` is no object`)
  return value
}

export function readList(value: unknown, name: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidParams(`\`${name}\` is no list`)
  if (value.length > max) throw invalidParams(`\`${name}\` has more than ${max} entries`)
  return Array.from(value as unknown[])
}

export function readText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '' || value.length > 512) {
    throw invalidParams(`\`${name}\` is no text`)
  }
  return value
}

/** In lower case, and not the zero address. */
export function readAddress(value: unknown, name: string): Hex {
  const address = parseAddress(value)
  if (address === undefined || BigInt(address) === 0n) {
    throw invalidParams(`\`${name}\` is no address`)
  }
  return address
}

/** Hex or decimal text, or a whole number. */
export function readAmount(value: unknown, name: string): bigint {
  const isAmount =
    typeof value === 'number'
      ? Number.isSafeInteger(value) && value >= 0
      : typeof value === 'string' && /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)
  const amount = isAmount ? BigInt(value as string | number) : undefined
  if (amount === undefined || amount > maxUint256) throw invalidParams(`\`${name}\` is no amount`)
  return amount
}

export function readCount(value: unknown, name: string): number {
  const count = readAmount(value, name)
  if (count === 0n || count > 2n ** 32n - 1n) throw invalidParams(`\`${name}\` is no count`)
  return Number(count)
}

/** A time in Unix seconds. */
export function readTime(value: unknown, name: string): number {
  const time = readAmount(value, name)
  const seconds = time > maxSeconds ? time / 1_000n : time
  if (seconds > maxSeconds) throw invalidParams(`\`${name}\` is no time`)
  return Number(seconds)
}
