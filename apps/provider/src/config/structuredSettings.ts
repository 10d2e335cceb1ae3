import * as v from 'valibot'
import { defaultRates, type Rate, type RateName } from '../http/rates.js'
import { type RecoveryKeySettings, recoveryKeySettings } from '../keys/recoveryKeySettings.js'
import { type MailSettings, mailSettings } from '../login/email/mailSettings.js'
import { type SocialSettings, socialSettings } from '../login/social/socialSettings.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { aggregatorSettings } from '../sources/convert/aggregatorSettings.js'
import type { KeyedAggregator } from '../sources/convert/openAggregators.js'
import { type WalletChange, walletChange } from '../sources/directory/walletChange.js'
import { indexSettings } from '../sources/indexes/indexSettings.js'
import type { KeyedIndex } from '../sources/indexes/openIndexes.js'
import { type OnrampConfig, onrampConfig } from '../sources/onramp/onrampConfig.js'
import { type PayConfig, payConfig } from '../sources/pay/payConfig.js'
import { amountsByChain, chainId, contract, text, webUrl, wholeUpTo } from './fields.js'
import { type PaymasterSettings, paymasterSettings } from './paymasterSettings.js'
import { keyNames, type NodeKeys } from './presets.js'

const decimals = wholeUpTo(36)
/** EVM or Solana. */
const tokenAddress = v.pipe(
  v.string('is not text'),
  v.regex(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'is not a token address'),
)
const privateKey = v.pipe(
  v.string('is not text'),
  v.regex(/^0x[0-9a-f]{64}$/i, 'is not a private key'),
  v.transform((key) => key as `0x${string}`),
)

const priceSource = v.variant('kind', [
  v.strictObject({ kind: v.literal('http'), url: webUrl, chain: text, native: text }),
  v.strictObject({
    kind: v.literal('geckoterminal'),
    url: webUrl,
    network: text,
    native: tokenAddress,
  }),
  v.strictObject({
    kind: v.literal('fixed'),
    dollars: v.record(v.string(), v.pipe(v.number('is not a number'), v.minValue(0, 'is below 0'))),
  }),
])

const chain = v.strictObject({
  id: chainId,
  name: text,
  isTestnet: v.optional(v.boolean('is neither true nor false'), false),
  nativeCurrency: v.strictObject({ name: text, symbol: text, decimals }),
  nativeContract: v.optional(contract),
  upstreams: v.pipe(v.array(webUrl), v.minLength(1, 'has no node')),
  tokens: v.optional(
    v.array(v.strictObject({ address: tokenAddress, name: text, symbol: text, decimals })),
    [],
  ),
  exchange: v.optional(
    v.strictObject({
      router: contract,
      factory: contract,
      wrappedNative: contract,
      dollar: contract,
      feeBasisPoints: v.optional(wholeUpTo(1_000)),
    }),
  ),
  swapSources: v.optional(
    v.pipe(
      v.array(v.picklist(['uniswapV2', '1inch', '0x', 'lifi', 'jupiter'], 'is not an exchange')),
      v.check((list) => new Set(list).size === list.length, 'has an exchange twice'),
    ),
  ),
  multicall: v.optional(contract),
  explorer: v.optional(webUrl),
  limits: v.optional(
    v.strictObject({ logBlocks: v.pipe(wholeUpTo(1_000_000), v.minValue(1, 'is below 1')) }),
  ),
  prices: v.optional(v.union([priceSource, v.array(priceSource)])),
  ens: v.optional(v.strictObject({ registry: contract, universalResolver: contract })),
})

const zone = v.pipe(
  v.string('is not text'),
  v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not a zone like names.example'),
)

const rate = v.strictObject({
  perSecond: v.pipe(v.number('is not a number'), v.minValue(0.000_01, 'is too small')),
  burst: v.pipe(
    v.number('is not a number'),
    v.integer('is not a whole number'),
    v.minValue(1, 'is below 1'),
  ),
})

const bundler = v.strictObject({
  chains: v.pipe(
    v.array(
      v.pipe(
        chainId,
        v.check((id) => id.startsWith('eip155:'), 'is not an EVM chain'),
      ),
    ),
    v.minLength(1, 'has no chain'),
  ),
  /** Pays for bundle transactions; the operations pay it back. */
  executorKey: privateKey,
  /** Maximum loss per hour, by chain, in its native coin. */
  hourlyLoss: v.optional(amountsByChain),
  /** Maximum total loss beyond what operations paid, by chain, in its native coin. */
  maxDeficit: v.optional(amountsByChain),
})

/** Settings that exist only in the config file. */
export const structured = {
  chains: v.optional(v.array(chain), []),
  removedChains: v.optional(v.array(chainId)),
  keys: v.optional(
    v.strictObject(
      Object.fromEntries(keyNames.map((name) => [name, v.optional(text)])) as Record<
        (typeof keyNames)[number],
        v.OptionalSchema<typeof text, undefined>
      >,
    ),
  ),
  names: v.optional(
    v.strictObject({
      open: v.array(zone),
      readOnly: v.optional(v.array(zone), []),
    }),
  ),
  aggregators: v.optional(aggregatorSettings),
  indexes: v.optional(indexSettings),
  onramp: v.optional(onrampConfig),
  pay: v.optional(payConfig),
  bundler: v.optional(bundler),
  paymaster: v.optional(paymasterSettings),
  wallets: v.optional(v.array(walletChange)),
  removedWallets: v.optional(v.array(v.string())),
  ipfsGateway: v.optional(webUrl),
  mail: v.optional(mailSettings),
  social: v.optional(socialSettings),
  login: v.optional(
    v.strictObject({
      recoveryKeys: v.optional(recoveryKeySettings),
      recoveryWaitHours: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(720))),
    }),
  ),
  rates: v.optional(
    v.strictObject(
      Object.fromEntries(
        Object.keys(defaultRates).map((name) => [name, v.optional(rate)]),
      ) as Record<RateName, v.OptionalSchema<typeof rate, undefined>>,
    ),
    {},
  ),
}

export type StructuredSettings = {
  readonly chains: readonly ChainSettings[]
  /** Ids of chains of the preset that are not served. */
  readonly removedChains?: readonly string[]
  /** Keys for the nodes of a preset. */
  readonly keys?: NodeKeys
  readonly names?: { readonly open: readonly string[]; readonly readOnly: readonly string[] }
  /** Services for swaps, in order of preference. */
  readonly aggregators?: readonly KeyedAggregator[]
  /** Indexing services for chain data, in order of preference; those of the keys by default. */
  readonly indexes: readonly KeyedIndex[]
  readonly onramp?: OnrampConfig
  readonly pay?: PayConfig
  readonly bundler?: BundlerConfig
  /** Which gas the operator pays for. */
  readonly paymaster?: PaymasterSettings
  /** Wallets to list after those of the directory, or changed fields of listed ones. */
  readonly wallets?: readonly WalletChange[]
  /** Ids of wallets that are not listed. */
  readonly removedWallets?: readonly string[]
  readonly ipfsGateway?: string
  /** The mail server for login codes. */
  readonly mail?: MailSettings
  /** Social log-in providers. */
  readonly social?: SocialSettings
  readonly login?: {
    /** Where the recovery keys are. */
    readonly recoveryKeys?: RecoveryKeySettings
    /** How long accounts without an email address wait for a recovery or a first wallet. */
    readonly recoveryWaitHours?: number
  }
  readonly rates: { readonly [name in RateName]?: Rate }
}

export type BundlerConfig = v.InferOutput<typeof bundler>
