import type { PeerMetadata } from '../ports.js'
import { isUniversalLink, originOf } from './linkUrl.js'

/** The universal link of an app that supports link mode. */
export function getLinkApp({ redirect }: PeerMetadata): string | undefined {
  const { linkMode, universal } = redirect ?? {}
  return linkMode && universal && isUniversalLink(universal) ? universal : undefined
}

/** Whether the link has the origin of the site; then only that site gets the response. */
export function isOwnOrigin(metadata: PeerMetadata): boolean {
  const app = getLinkApp(metadata)
  return app !== undefined && originOf(app) === originOf(metadata.url)
}
