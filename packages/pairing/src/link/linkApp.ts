import type { PeerMetadata } from '../ports.js'
import { isUniversalLink, originOf } from './linkUrl.js'

/** The universal link of somebody who takes messages by link. */
export function getLinkApp({ redirect }: PeerMetadata): string | undefined {
  const { linkMode, universal } = redirect ?? {}
  return linkMode && universal && isUniversalLink(universal) ? universal : undefined
}

/** Does the link belong to the site it claims to be? Then only that site gets the answer. */
export function isOwnOrigin(metadata: PeerMetadata): boolean {
  const app = getLinkApp(metadata)
  return app !== undefined && originOf(app) === originOf(metadata.url)
}
