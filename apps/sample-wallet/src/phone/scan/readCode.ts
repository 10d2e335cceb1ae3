type Detector = {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>
}

type DetectorConstructor = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The source of a QR code: an image, or the camera's current frame. */
export type CodeSource = ImageBitmap | HTMLVideoElement

export type ReadCode = (source: CodeSource) => Promise<string | undefined>

/** The browser's own barcode reader, or a JavaScript one. */
export async function createCodeReader(): Promise<ReadCode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorConstructor }
  if (!(await BarcodeDetector?.getSupportedFormats())?.includes('qr_code')) return readInScript
  const detector = new (BarcodeDetector as DetectorConstructor)({ formats: ['qr_code'] })
  return async (source) => (await detector.detect(source))[0]?.rawValue
}

async function readInScript(source: CodeSource): Promise<string | undefined> {
  const { default: read } = await import('jsqr')
  const { width, height } = sizeOf(source)
  if (width === 0 || height === 0) return undefined
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.drawImage(source, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return read(data, width, height)?.data || undefined
}

function sizeOf(source: CodeSource): { width: number; height: number } {
  return source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : source
}
