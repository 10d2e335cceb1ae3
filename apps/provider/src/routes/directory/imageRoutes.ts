import {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
} from '@latchkey/wire/http/wallets'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import type { ImageKind } from '../../sources/directory/openImages.js'
import type { DirectoryParts } from './DirectoryParts.js'

/** Images of wallets, networks, currencies and tokens. */
export function imageRoutes({ images }: DirectoryParts): Route[] {
  const imageRoute = (endpoint: ImageEndpoint, kind: ImageKind) =>
    route(endpoint, async ({ id }) => {
      const image = await images.find(kind, id)
      if (!image) throw new ApiError(404, 'id', 'There is no image with this id.')
      return image
    })
  return [
    imageRoute(getWalletImage, 'wallets'),
    imageRoute(getAssetImage, 'assets'),
    imageRoute(getCurrencyImage, 'currencies'),
    imageRoute(getTokenImage, 'tokens'),
  ]
}

type ImageEndpoint =
  | typeof getWalletImage
  | typeof getAssetImage
  | typeof getCurrencyImage
  | typeof getTokenImage
