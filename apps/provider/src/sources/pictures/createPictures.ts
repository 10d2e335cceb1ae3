import { createHash } from 'node:crypto'
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../deadline.js'
import type { ImageFile } from '../../http/route.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createCache } from '../createCache.js'
import { getImageType } from '../directory/imageType.js'
import { decodeDataUrl, isHarmlessSvg } from '../tokens/safeImageUrl.js'
import { createSvgRenderer } from './createSvgRenderer.js'

/** Images that tokens and names point to. */
export type Pictures = {
  /** From a `data:` or `https:` URL; undefined without a valid image. */
  fetch(address: string): Promise<ImageFile | undefined>
}

const fetchTimeoutMs = 5_000
const maxImageBytes = 4 * 1_048_576
const maxSvgLength = 1_048_576
const renderedLifetimeMs = 3_600_000
const maxRendered = 64

/**
 * Proxies images, so that a page does not reveal its visitor to a stranger's server. SVG can contain
 * active content, so it is rendered to PNG.
 */
export function createPictures(parts: {
  readonly web: HttpClient
  readonly clock: Clock
}): Pictures {
  const { web, clock } = parts
  const renderer = createSvgRenderer()
  const rendered = createCache<ImageFile | null>(clock, {
    lifetime: renderedLifetimeMs,
    size: maxRendered,
  })

  async function fetchBytes(url: string): Promise<Uint8Array | undefined> {
    try {
      const { status, bytes } = await withDeadline(clock, fetchTimeoutMs, (signal) =>
        web.send(url, { method: 'GET', signal, maxBytes: maxImageBytes }),
      )
      return status === 200 ? bytes : undefined
    } catch {
      return undefined
    }
  }

  async function renderSvg(svg: string): Promise<ImageFile | undefined> {
    if (svg.length > maxSvgLength || !isHarmlessSvg(svg)) return undefined
    const key = createHash('sha256').update(svg).digest('base64url')
    const reply = await rendered.get(key, async () => {
      const bytes = await renderer.render(svg)
      return bytes ? { contentType: 'image/png', bytes } : null
    })
    return reply ?? undefined
  }

  return {
    async fetch(address) {
      const isRemote = address.startsWith('https:')
      const bytes = isRemote ? await fetchBytes(address) : dataBytes(address)
      if (!bytes) return undefined
      const contentType = getPictureType(bytes)
      if (contentType) return { contentType, bytes: new Uint8Array(bytes) }
      const svg = findSvg(bytes)
      return svg === undefined ? undefined : renderSvg(svg)
    },
  }
}

function dataBytes(address: string): Uint8Array | undefined {
  const [head = '', rest] = address.split(',', 2)
  if (rest !== undefined && /;base64$/i.test(head)) return Buffer.from(rest, 'base64')
  const text = decodeDataUrl(address)
  return text === undefined ? undefined : Buffer.from(text)
}

/** The text of an SVG document; undefined for anything else. */
function findSvg(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8')
  const start = text.slice(0, 4_096).replace(/<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE[^>[]*>/gis, '')
  return /^\uFEFF?\s*<svg[\s>]/i.test(start) ? text : undefined
}

/** Like `getImageType`, also for GIF and AVIF. */
function getPictureType(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^.{4}ftypavi[fs]/s.test(text)) return 'image/avif'
  return getImageType(bytes)
}
