import { isImageLink, isWebLink } from '@latchkey/wire/links'
import type { Widget } from '../widget.js'
import { toUntrustedImageUrl } from './sanitize.js'

/**
 * An untrusted image from the provider: inline, or served by the provider itself. Any other host could
 * track the visitors of the page.
 */
export function toProviderImageUrl({ config }: Widget, url: unknown): string | undefined {
  if (!isImageLink(url)) return undefined
  if (!isWebLink(url)) return toUntrustedImageUrl(url)
  const hosts = [config.providerUrl, ...Object.values(config.providerUrls)]
  return hosts.some((host) => host && originOf(host) === originOf(url)) ? url : undefined
}

const originOf = (url: string) => URL.canParse(url) && new URL(url).origin
