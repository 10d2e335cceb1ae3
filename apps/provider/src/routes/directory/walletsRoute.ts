import { getWallets } from '@latchkey/wire/http/wallets'
import { type Route, route } from '../../http/route.js'
import type { DirectoryParts } from './DirectoryParts.js'

/** A page of wallets, or search results. */
export function walletsRoute({ directory }: DirectoryParts): Route {
  return route(getWallets, async (query) => directory.find(query))
}
