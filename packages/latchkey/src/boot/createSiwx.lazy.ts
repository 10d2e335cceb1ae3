import type { ParsedOptions } from '../core/config/parseOptions.js'
import { watch } from '../core/runtime/createStore.js'
import { InvalidOptionError } from '../core/runtime/errors/config.js'
import type { SiweConfig } from '../core/siwx/siweConfig.js'
import type { SiwxConfig } from '../core/siwx/siwx.js'
import type { Widget } from '../core/widget.js'

/** The site's sign-in: its own, made from `siweConfig`, or with sessions at the provider. */
export async function createSiwx(
  widget: Widget,
  signIn: ParsedOptions['signIn'],
): Promise<SiwxConfig> {
  const config = await loadConfig(widget, signIn)
  const { network } = widget.stores
  const passNodes = () => config.setRpcUrls?.(getNodes(widget))
  passNodes()
  watch(network, ({ networks }) => networks, passNodes)
  return config
}

async function loadConfig(
  { config }: Widget,
  { siwx, siweConfig }: ParsedOptions['signIn'] = {},
): Promise<SiwxConfig> {
  if (siwx) {
    assertFunctions('siwx', siwx, siwxFunctions)
    return siwx
  }
  if (siweConfig) {
    assertFunctions('siweConfig', siweConfig, siweFunctions)
    return (await import('../features/siwx/fromSiweConfig.js')).fromSiweConfig(siweConfig)
  }
  const { createHostedSiwx } = await import('../siwx/hostedSiwx.js')
  const { instance, projectId = '', providerUrl = '', providerUrls } = config
  const prefix = instance ? `@appkit/${instance}/` : '@appkit/'
  return createHostedSiwx({
    projectId,
    providerUrl: providerUrls.wallets ?? providerUrl,
    localAuthStorageKey: `${prefix}siwx-auth-token`,
    localNonceStorageKey: `${prefix}siwx-nonce-token`,
  })
}

const siwxFunctions = [
  'createMessage',
  'addSession',
  'revokeSession',
  'setSessions',
  'getSessions',
] as const satisfies readonly (keyof SiwxConfig)[]

const siweFunctions = [
  'getMessageParams',
  'createMessage',
  'getNonce',
  'getSession',
  'verifyMessage',
  'signOut',
] as const satisfies readonly (keyof SiweConfig)[]

/** Here and not with the other options, because every page loads those. */
function assertFunctions<key extends string>(
  option: string,
  given: { readonly [name in key]: unknown },
  names: readonly key[],
): void {
  const missing = names.find((name) => typeof given[name] !== 'function')
  if (missing) throw new InvalidOptionError(`${option}.${missing}`, 'must be a function')
}

function getNodes({ stores }: Widget): Readonly<Record<string, string>> {
  const nodes = stores.network
    .get()
    .networks.flatMap(({ id, rpcUrls: [first] }) => (first === undefined ? [] : [[id, first]]))
  return Object.fromEntries(nodes)
}
