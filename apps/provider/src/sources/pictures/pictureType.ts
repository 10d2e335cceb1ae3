import { getImageType } from '../directory/imageType.js'

/** Like `getImageType`, also for GIF and AVIF. */
export function getPictureType(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^.{4}ftypavi[fs]/s.test(text)) return 'image/avif'
  return getImageType(bytes)
}
