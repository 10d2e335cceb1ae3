import { parseSatoshi, toExactNumber } from '@latchkey/wire/rpc/bip122'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'

/** An amount for wallets that take a number, which holds every amount of satoshi there can be. */
export function satoshiAsNumber(amount: unknown): number {
  const satoshi = parseSatoshi(amount)
  const exact = satoshi === undefined ? undefined : toExactNumber(satoshi)
  if (exact === undefined) throw new InvalidRequestError('parameters')
  return exact
}
