import type { ParsedOptions } from '../core/config/parseOptions.js'
import { watch } from '../core/runtime/createStore.js'
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
  if (siwx) return siwx
  if (siweConfig) {
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

function getNodes({ stores }: Widget): Readonly<Record<string, string>> {
  const nodes = stores.network
    .get()
    .networks.flatMap(({ id, rpcUrls: [first] }) => (first === undefined ? [] : [[id, first]]))
  return Object.fromEntries(nodes)
}
