type Decode = typeof import('qr/decode.js').decodeQR

/** The part of an image to decode, in image pixels. */
type Part = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Maximum side of a decoded image, in pixels: enough for any usual code. */
const frameSide = 640
const pictureSide = 1_280
/** Milliseconds for a more thorough search in a picture, which is decoded only once. */
const pictureEffort = 500

/** Reads QR codes from images. The decoder is loaded on first use. */
export type CodeReader = {
  /** Reads the square that the viewfinder shows. */
  readFrame(video: HTMLVideoElement): string | undefined
  readPicture(picture: ImageBitmap): string | undefined
}

export async function loadCodeReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  return {
    readFrame(video) {
      const { videoWidth: width, videoHeight: height } = video
      const side = Math.min(width, height)
      const middle = {
        x: (width - side) / 2,
        y: (height - side) / 2,
        width: side,
        height: side,
      }
      return decodeText(decodeQR, draw(canvas, video, middle, frameSide))
    },
    readPicture(picture) {
      const { width, height } = picture
      const pixels = draw(canvas, picture, { x: 0, y: 0, width, height }, pictureSide)
      return decodeText(decodeQR, pixels, pictureEffort)
    },
  }
}

function draw(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  { x, y, width, height }: Part,
  maxSide: number,
): ImageData | undefined {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  // A video has no size until its first frame.
  if (!context || width < 1 || height < 1) return undefined
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  // Pictures may be transparent; codes need a white background.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** The decoder throws if there is no code, which is the usual case here. */
function decodeText(
  decode: Decode,
  pixels: ImageData | undefined,
  timeLimit?: number,
): string | undefined {
  if (!pixels) return undefined
  try {
    return decode(pixels, timeLimit === undefined ? {} : { timeLimit }) || undefined
  } catch {
    return undefined
  }
}
