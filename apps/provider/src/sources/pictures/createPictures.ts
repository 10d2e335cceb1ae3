import { createHash } from 'node:crypto'
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../deadline.js'
import type { ImageReply } from '../../http/route.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createMemory } from '../createMemory.js'
import { decodeDataAddress, isHarmlessDrawing } from '../tokens/imageAddress.js'
import { createDrawer } from './createDrawer.js'
import { pictureTypeOf } from './pictureType.js'

/** Images that tokens and names point to. */
export interface Pictures {
  /** From a `data:` or `https:` URL; undefined without a valid image. */
  at(address: string): Promise<ImageReply | undefined>
}

const FETCH_MS = 5_000
const LARGEST_BYTES = 4 * 1_048_576
const LONGEST_DRAWING = 1_048_576
const DRAWN_LIFETIME = 3_600_000
const DRAWN = 64

/**
 * Proxies images, so that a page does not reveal its visitor to a stranger's server. SVG can contain
 * active content, so it is rendered to PNG.
 */
export function createPictures(parts: {
  readonly web: HttpClient
  readonly clock: Clock
}): Pictures {
  const { web, clock } = parts
  const drawer = createDrawer()
  const drawn = createMemory<ImageReply | null>(clock, { lifetime: DRAWN_LIFETIME, size: DRAWN })

  async function fetchBytes(url: string): Promise<Uint8Array | undefined> {
    try {
      const { status, bytes } = await withDeadline(clock, FETCH_MS, (signal) =>
        web.send(url, { method: 'GET', signal, limitBytes: LARGEST_BYTES }),
      )
      return status === 200 ? bytes : undefined
    } catch {
      return undefined
    }
  }

  async function draw(svg: string): Promise<ImageReply | undefined> {
    if (svg.length > LONGEST_DRAWING || !isHarmlessDrawing(svg)) return undefined
    const key = createHash('sha256').update(svg).digest('base64url')
    const reply = await drawn.get(key, async () => {
      const bytes = await drawer.draw(svg)
      return bytes ? { contentType: 'image/png', bytes } : null
    })
    return reply ?? undefined
  }

  return {
    async at(address) {
      const isRemote = address.startsWith('https:')
      const bytes = isRemote ? await fetchBytes(address) : dataBytes(address)
      if (!bytes) return undefined
      const contentType = pictureTypeOf(bytes)
      if (contentType) return { contentType, bytes: new Uint8Array(bytes) }
      const svg = drawingIn(bytes)
      return svg === undefined ? undefined : draw(svg)
    },
  }
}

function dataBytes(address: string): Uint8Array | undefined {
  const [head = '', rest] = address.split(',', 2)
  if (rest !== undefined && /;base64$/i.test(head)) return Buffer.from(rest, 'base64')
  const text = decodeDataAddress(address)
  return text === undefined ? undefined : Buffer.from(text)
}

/** The text of an SVG document; undefined for anything else. */
function drawingIn(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8')
  const start = text.slice(0, 4_096).replace(/<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE[^>[]*>/gis, '')
  return /^\uFEFF?\s*<svg[\s>]/i.test(start) ? text : undefined
}
