import type { getCurrencyImage, getTokenImage } from '@latchkey/wire/http/wallets'
import type { ProviderPort } from './ports.js'

/** The provider's image of a currency or token; undefined for a name that cannot have one. */
export async function getImageUrl(
  provider: ProviderPort | undefined,
  endpoint: typeof getTokenImage | typeof getCurrencyImage,
  id: string,
): Promise<string | undefined> {
  return /^[-\w]{1,64}$/.test(id) ? provider?.getUrl(endpoint, { id }) : undefined
}
