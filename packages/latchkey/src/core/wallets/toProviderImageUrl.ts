import { isImageLink, isWebLink } from '@latchkey/wire/links'
import type { Widget } from '../widget.js'
import { toUntrustedImageUrl } from './sanitize.js'

/**
 * A stranger's picture as the provider passes it on: whole, or served by the provider itself. Anybody else
 * who keeps one would learn from every page that shows it who is looking.
 */
export function toProviderImageUrl({ config }: Widget, url: unknown): string | undefined {
  if (!isImageLink(url)) return undefined
  if (!isWebLink(url)) return toUntrustedImageUrl(url)
  const hosts = [config.providerUrl, ...Object.values(config.providerUrls)]
  return hosts.some((host) => host && originOf(host) === originOf(url)) ? url : undefined
}

const originOf = (url: string) => URL.canParse(url) && new URL(url).origin
