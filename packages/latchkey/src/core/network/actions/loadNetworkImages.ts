import type { NetworkId } from '@latchkey/wire/caip'
import { getAssetImage } from '@latchkey/wire/http/wallets'
import type { Widget } from '../../widget.js'

/** Adds the provider's images to networks without an image. */
export async function loadNetworkImages({ config, ports, stores }: Widget): Promise<void> {
  const { provider } = ports
  const missing = stores.network.get().networks.filter(({ imageUrl }) => imageUrl === undefined)
  if (!provider || config.basic || missing.length === 0) return
  const images = new Map<NetworkId, string>()
  for (const { id, namespace, reference } of missing) {
    images.set(id, await provider.getUrl(getAssetImage, { id: `${namespace}-${reference}` }))
  }
  stores.network.set(({ networks }) => ({
    networks: networks.map((network) => ({
      ...network,
      imageUrl: network.imageUrl ?? images.get(network.id),
    })),
  }))
}
