import type { Route } from '../../http/route.js'
import type { DirectoryParts } from './DirectoryParts.js'
import { imageRoutes } from './imageRoutes.js'
import { walletsRoute } from './walletsRoute.js'

export function directoryRoutes(parts: DirectoryParts): Route[] {
  return [walletsRoute(parts), ...imageRoutes(parts)]
}
