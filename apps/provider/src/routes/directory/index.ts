import {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  getWallets,
} from '@latchkey/wire/http/wallets'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import type { Directory } from '../../sources/directory/createDirectory.js'
import type { ImageKind, Images } from '../../sources/directory/openImages.js'

/** Dependencies of the directory routes. */
type DirectoryParts = {
  readonly directory: Directory
  readonly images: Images
}

export function directoryRoutes(parts: DirectoryParts): Route[] {
  return [walletsRoute(parts), ...imageRoutes(parts)]
}

/** A page of wallets, or search results. */
function walletsRoute({ directory }: DirectoryParts): Route {
  return route(getWallets, async (query) => directory.find(query))
}

/** Images of wallets, networks, currencies and tokens. */
function imageRoutes({ images }: DirectoryParts): Route[] {
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
