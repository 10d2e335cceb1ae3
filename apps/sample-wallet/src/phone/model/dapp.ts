import type { PeerMetadata } from '@latchkey/pairing/ports'
import type { Dapp } from './phoneState.js'

/** Dapp metadata is untrusted: only https and inline icons are loaded. */
export function dappOf({ name, url, icons }: PeerMetadata): Dapp {
  const host = URL.canParse(url) ? new URL(url).host : ''
  const icon = icons.find((one) => /^(https?:\/\/|data:image\/)/.test(one))
  return {
    name: name.trim() || host || 'An app without a name',
    host: host || 'No address given',
    ...(icon && { icon }),
  }
}
