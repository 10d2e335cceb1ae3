import type { ReadCode } from './readCode.js'

const scanInterval = 200

type Options = { readonly signal: AbortSignal; readonly onStart: () => void }

/** Reads the camera until it sees a QR code. Undefined without a camera or when stopped. */
export async function watchCamera(
  video: HTMLVideoElement,
  read: ReadCode,
  { signal, onStart }: Options,
): Promise<string | undefined> {
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  } catch {
    // No camera, no permission and an insecure page look the same to the person.
    return undefined
  }
  try {
    video.srcObject = stream
    await video.play()
    onStart()
    while (!signal.aborted) {
      const text = await read(video)
      if (text) return text
      await new Promise((next) => setTimeout(next, scanInterval))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
