import { readFileSync } from 'node:fs'
import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { type DirectoryWallet, directoryWallet } from '@latchkey/wire/http/wallets'
import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'
import { ConfigError } from '../errors/ConfigError.js'
import { defaultRates, type Rate, type RateName } from '../http/rates.js'
import { type RecoveryKeySettings, recoveryKeySettings } from '../keys/recoveryKeySettings.js'
import { type MailSettings, mailSettings } from '../login/email/mailSettings.js'
import { type SocialSettings, socialSettings } from '../login/social/socialSettings.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'

const text = v.pipe(v.string(), v.minLength(1, 'is empty'), v.maxLength(200, 'is too long'))
const wholeUpTo = (most: number) =>
  v.pipe(
    v.number('is not a number'),
    v.integer('is not a whole number'),
    v.minValue(0, 'is below 0'),
    v.maxValue(most, `is above ${most}`),
  )
const decimals = wholeUpTo(36)
const contract = v.pipe(
  v.string('is not text'),
  v.regex(/^0x[0-9a-fA-F]{40}$/, 'is not a contract address'),
)
/** EVM or Solana. */
const tokenAddress = v.pipe(
  v.string('is not text'),
  v.regex(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'is not a token address'),
)
const webUrl = v.pipe(
  v.string('is not text'),
  v.check((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ''), 'is not a web address'),
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

const chain = v.strictObject({
  id: chainId,
  name: text,
  isTestnet: v.optional(v.boolean('is neither true nor false'), false),
  nativeCurrency: v.strictObject({ name: text, symbol: text, decimals }),
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
  multicall: v.optional(contract),
  prices: v.optional(
    v.variant('kind', [
      v.strictObject({ kind: v.literal('http'), url: webUrl, chain: text, native: text }),
      v.strictObject({
        kind: v.literal('fixed'),
        dollars: v.record(
          v.string(),
          v.pipe(v.number('is not a number'), v.minValue(0, 'is below 0')),
        ),
      }),
    ]),
  ),
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

const pricing = {
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
}

const onramp = v.variant('driver', [
  v.strictObject({
    driver: v.literal('sandbox'),
    chains: v.array(chainId),
    treasuryKey: privateKey,
    ...pricing,
  }),
  v.strictObject({ driver: v.literal('coinbase'), appId: text, ...pricing }),
  v.strictObject({ driver: v.literal('meld'), widgetUrl: webUrl, publicKey: text, ...pricing }),
])

const amountsByChain = v.record(
  chainId,
  v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/, 'is not a decimal number in quotes')),
)

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
const structured = {
  chains: v.optional(v.array(chain), []),
  names: v.optional(
    v.strictObject({
      open: v.pipe(v.array(zone), v.minLength(1, 'has no zone')),
      readOnly: v.optional(v.array(zone), []),
    }),
  ),
  onramp: v.optional(onramp),
  bundler: v.optional(bundler),
  wallets: v.optional(v.array(directoryWallet)),
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

const structuredSettings = v.object(structured)

export type StructuredSettings = {
  readonly chains: readonly ChainSettings[]
  readonly names?: { readonly open: readonly string[]; readonly readOnly: readonly string[] }
  readonly onramp?: OnrampConfig
  readonly bundler?: BundlerConfig
  /** Listed after those of the catalogue. */
  readonly wallets?: readonly DirectoryWallet[]
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

export type OnrampConfig = v.InferOutput<typeof onramp>

export type ConfigFile = StructuredSettings & {
  /** Settings that are also flags, as flag values. */
  readonly flags: Readonly<Record<string, string>>
}

/** Reads the config file. Throws a ConfigError that names the first bad setting. */
export function readConfigFile(path: string, settings: readonly string[]): ConfigFile {
  const content = parseFile(path)
  const flags: Record<string, string> = {}
  for (const [key, value] of Object.entries(content)) {
    if (Object.hasOwn(structured, key)) continue
    const setting = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (!settings.includes(setting)) throw new ConfigError(`${path}: ${key} is not a setting.`)
    flags[setting] = asFlag(path, key, value)
  }
  const result = v.safeParse(structuredSettings, content)
  if (!result.success) {
    const [issue] = result.issues
    throw new ConfigError(`${path}: ${v.getDotPath(issue)} ${problemOf(issue)}.`)
  }
  const { chains, bundler } = result.output
  const repeated = chains.find(
    ({ id }, index) => chains.findIndex((one) => one.id === id) !== index,
  )
  if (repeated) throw new ConfigError(`${path}: chains has ${repeated.id} twice.`)
  const unserved = bundler?.chains.find((id) => !chains.some((one) => one.id === id))
  if (unserved) {
    throw new ConfigError(`${path}: bundler has ${unserved}, which is not among the chains.`)
  }
  for (const name of ['hourlyLoss', 'maxDeficit'] as const) {
    const ids = Object.keys(bundler?.[name] ?? {})
    const unbundled = ids.find((id) => !bundler?.chains.some((one) => one === id))
    if (unbundled) {
      throw new ConfigError(`${path}: bundler.${name} has ${unbundled}, which is not bundled.`)
    }
  }
  return { flags, ...(result.output as StructuredSettings) }
}

function parseFile(path: string): Readonly<Record<string, unknown>> {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const reason = (cause as Error) instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new ConfigError(`--config ${path} ${reason}.`, { cause })
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ConfigError(`--config ${path} does not hold a JSON object.`)
  }
  return content as Readonly<Record<string, unknown>>
}

/** Lists and pairs as the command line writes them. */
function asFlag(path: string, key: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(',')
  const pairs = Object.entries(Object(value) as object)
  if (key === 'limits' && pairs.every(([, figure]) => typeof figure === 'number')) {
    return pairs.map(([name, figure]) => `${name}=${figure}`).join(',')
  }
  throw new ConfigError(`${path}: ${key} is neither text, a number nor a list of texts.`)
}

/** Our own texts are the end of a sentence; the library's are whole ones. */
function problemOf(issue: v.BaseIssue<unknown>): string {
  if (/^[a-z]/.test(issue.message)) return issue.message
  if (issue.expected === 'never') return 'is not a setting'
  return issue.received === 'undefined' ? 'is missing' : 'has a value that cannot be used'
}
