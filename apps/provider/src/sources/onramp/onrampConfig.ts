import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'
import { isCdpSecret } from './drivers/cdpToken.js'

const text = v.pipe(v.string(), v.minLength(1, 'is empty'), v.maxLength(200, 'is too long'))
const webUrl = v.pipe(
  v.string('is not text'),
  v.check((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ''), 'is not a web address'),
  v.transform((value) => value.replace(/\/+$/, '')),
)
const privateKey = v.pipe(
  v.string('is not text'),
  v.regex(/^0x[0-9a-f]{64}$/i, 'is not a private key'),
  v.transform((key) => key as `0x${string}`),
)
const chainId = v.pipe(
  v.string('is not text'),
  v.check((id) => isNetworkId(id), 'is not a chain id like eip155:1'),
  v.transform((id) => id as NetworkId),
)
const region = v.pipe(v.string('is not text'), v.regex(/^[A-Z]{2}$/, 'is not two letters like US'))

/** Delivers from accounts of its own. */
export const sandbox = {
  driver: v.literal('sandbox'),
  chains: v.array(chainId),
  treasuryKey: privateKey,
  /** The secret of the account that pays on Solana. */
  solanaTreasuryKey: v.optional(privateKey),
}
const coinbase = {
  driver: v.literal('coinbase'),
  keyName: text,
  keySecret: v.pipe(
    v.string('is not text'),
    v.check(isCdpSecret, 'is not a secret API key of the Coinbase Developer Platform'),
  ),
  country: v.optional(region),
  subdivision: v.optional(region),
  apiUrl: v.optional(webUrl),
}
const meld = {
  driver: v.literal('meld'),
  apiKey: text,
  webhookSecret: v.optional(text),
  country: v.optional(region),
  serviceProviders: v.optional(v.pipe(v.array(text), v.minLength(1, 'has no service'))),
  apiUrl: v.optional(webUrl),
}

/** For all payment services. */
const terms = {
  feeBasisPoints: v.optional(
    v.pipe(
      v.number('is not a number'),
      v.minValue(0, 'is below 0'),
      v.maxValue(1_000, 'is above 1000'),
    ),
  ),
  currencies: v.optional(
    v.array(
      v.strictObject({
        id: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'is not a currency like USD')),
        dollars: v.pipe(
          v.string(),
          v.regex(/^\d+(?:\.\d+)?$/, 'is not a decimal number in quotes'),
        ),
      }),
    ),
  ),
  restrictedTimezones: v.optional(
    v.union(
      [v.boolean(), v.array(v.pipe(v.string(), v.regex(/^[\w+-]+(?:\/[\w+-]+){0,2}$/)))],
      'is neither true, false nor a list of time zones',
    ),
  ),
}

const provider = v.variant('driver', [
  v.strictObject(sandbox),
  v.strictObject(coinbase),
  v.strictObject(meld),
])

const single = v.variant('driver', [
  v.strictObject({ ...sandbox, ...terms }),
  v.strictObject({ ...coinbase, ...terms }),
  v.strictObject({ ...meld, ...terms }),
])

const several = v.strictObject({
  providers: v.pipe(
    v.array(provider),
    v.minLength(1, 'has no provider'),
    v.check(
      (all) => new Set(all.map(({ driver }) => driver)).size === all.length,
      'has a driver twice',
    ),
  ),
  ...terms,
})

/** Not a union, whose errors would not name the setting. */
export const onrampConfig = v.lazy((input): typeof single | typeof several =>
  typeof input === 'object' && input !== null && 'providers' in input ? several : single,
)

/** One payment service, or several. */
export type OnrampConfig = v.InferOutput<typeof single> | v.InferOutput<typeof several>

export type OnrampProviderConfig = v.InferOutput<typeof provider>

export function onrampProviders(config: OnrampConfig): readonly OnrampProviderConfig[] {
  return 'providers' in config ? config.providers : [config]
}

/** The first service with a URL that is not encrypted. */
export function findUnencryptedService(
  services: readonly OnrampProviderConfig[],
): string | undefined {
  return services
    .map((service) => ('apiUrl' in service ? service.apiUrl : undefined))
    .find((url) => url?.startsWith('http:'))
}
