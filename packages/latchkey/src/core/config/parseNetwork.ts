import { type NetworkId, parseNetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import type { Network } from '../network/network.js'
import { InvalidOptionError } from '../runtime/errors/config.js'
import { isName, isNodeUrl, isText } from './optionRules.js'
import type { Config } from './options.js'

type NetworkConfig = Pick<
  Config,
  'customRpcUrls' | 'chainImages' | 'projectId' | 'providerUrl' | 'providerUrls'
>

/** Parses a network from the site's options; errors name `option`. */
export function parseNetwork(input: unknown, config: NetworkConfig, option = 'networks'): Network {
  const { id, name, chainNamespace, caipNetworkId, nativeCurrency, rpcUrls, ...rest } =
    recordOrEmpty(input)

  function expect(holds: boolean, field: string): asserts holds {
    if (!holds) {
      throw new InvalidOptionError(option, `has a network (${name ?? id}) with malformed ${field}`)
    }
  }

  expect(isName(name), 'name')

  const parsed = parseNetworkId(caipNetworkId ?? `${chainNamespace ?? 'eip155'}:${id}`)
  expect(
    parsed !== undefined &&
      (chainNamespace ?? parsed.namespace) === parsed.namespace &&
      (parsed.namespace !== 'eip155' || /^[1-9]\d*$/.test(parsed.reference)),
    'id',
  )

  const { name: currency, symbol, decimals } = recordOrEmpty(nativeCurrency)
  expect(isText(currency) && isText(symbol) && isDecimals(decimals), 'nativeCurrency')

  const nodes = recordOrEmpty(recordOrEmpty(rpcUrls).default).http
  expect(Array.isArray(nodes) && nodes.every(isNodeUrl), 'rpcUrls')

  const { namespace, reference, networkId } = parsed
  const explorer = recordOrEmpty(recordOrEmpty(rest.blockExplorers).default)
  const image = recordOrEmpty(rest.assets).imageUrl
  const { customRpcUrls, chainImages } = config
  const named = customRpcUrls[networkId]?.map(({ url }) => url)
  const proxy = named ? undefined : proxyUrl(config, networkId)
  return {
    id: networkId,
    namespace,
    reference,
    name,
    nativeCurrency: { name: currency, symbol, decimals },
    rpcUrls: named ?? (proxy ? [proxy] : nodes),
    publicRpcUrls: nodes,
    ...(proxy && { isProxied: true }),
    explorer:
      isText(explorer.name) && isNodeUrl(explorer.url)
        ? { name: explorer.name, url: explorer.url }
        : undefined,
    isTestnet: rest.testnet === true,
    imageUrl:
      chainImages[reference] ?? chainImages[networkId] ?? (isText(image) ? image : undefined),
  }
}

/** The provider's JSON-RPC proxy for a chain (specification §7). */
function proxyUrl(
  { projectId = '', providerUrl, providerUrls }: NetworkConfig,
  networkId: NetworkId,
): string | undefined {
  if (!providerUrl) return undefined
  const base = providerUrls.chain ?? providerUrl
  const project = encodeURIComponent(projectId)
  return base.replace(/\/*$/, () => `/v1/?chainId=${networkId}&projectId=${project}`)
}

function recordOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256
}
