import type { Route } from '../../http/route.js'
import { fungiblePriceRoute } from './fungiblePrice.js'

export function priceRoutes(parts: Parameters<typeof fungiblePriceRoute>[0]): Route[] {
  return [fungiblePriceRoute(parts)]
}
