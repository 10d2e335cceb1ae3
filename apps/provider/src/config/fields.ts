import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'

/** Fields that several sections of the config file share. Their messages end a sentence. */

export const text = v.pipe(v.string(), v.minLength(1, 'is empty'), v.maxLength(200, 'is too long'))

export const wholeUpTo = (max: number) =>
  v.pipe(
    v.number('is not a number'),
    v.integer('is not a whole number'),
    v.minValue(0, 'is below 0'),
    v.maxValue(max, `is above ${max}`),
  )

export const contract = v.pipe(
  v.string('is not text'),
  v.regex(/^0x[0-9a-fA-F]{40}$/, 'is not a contract address'),
)

export const webUrl = v.pipe(
  v.string('is not text'),
  v.check((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ''), 'is not a web address'),
)

export const chainId = v.pipe(
  v.string('is not text'),
  v.check((id) => isNetworkId(id), 'is not a chain id like eip155:1'),
  v.transform((id) => id as NetworkId),
)

/** Of the coin of an EVM chain. */
export const maxDecimals = 18

/** A decimal amount of a coin, as text because numbers are not exact. */
export const amount = v.pipe(
  v.string('is not a decimal number in quotes'),
  v.regex(
    new RegExp(String.raw`^\d{1,30}(?:\.\d{1,${maxDecimals}})?$`),
    'is not a decimal number in quotes',
  ),
)

export const amountsByChain = v.record(chainId, amount)
