import type { NetworkId } from '@latchkey/wire/caip'
import { getAssetImage } from '@latchkey/wire/http/wallets'
import type { Widget } from '../../widget.js'

/** Shows the provider's image of every network the site gave none for. */
export async function loadNetworkImages({ config, ports, stores }: Widget): Promise<void> {
  const { provider } = ports
  const bare = stores.network.get().networks.filter(({ imageUrl }) => imageUrl === undefined)
  if (!provider || config.basic || bare.length === 0) return
  const images = new Map<NetworkId, string>()
  for (const { id, namespace, reference } of bare) {
    images.set(id, await provider.addressOf(getAssetImage, { id: `${namespace}-${reference}` }))
  }
  stores.network.set(({ networks }) => ({
    networks: networks.map((network) => ({
      ...network,
      imageUrl: network.imageUrl ?? images.get(network.id),
    })),
  }))
}
