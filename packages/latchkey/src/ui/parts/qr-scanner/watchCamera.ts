import { openCamera } from './camera.js'
import { loadCodeReader } from './readCode.js'

/** Between two looks: about seven a second leave a phone cool. */
const pause = 125

/** Shows the camera in a video and looks for a code, until one is found or the signal aborts. */
export async function watchCamera(
  video: HTMLVideoElement,
  { signal, onReady }: { signal: AbortSignal; onReady: (track: MediaStreamTrack) => void },
): Promise<string> {
  // First the code, then the camera: its light must not burn for a scanner that cannot scan.
  const reader = await loadCodeReader()
  signal.throwIfAborted()
  const stream = await openCamera(signal)
  const [track] = stream.getVideoTracks()
  if (!track) throw new DOMException('No picture', 'NotFoundError')
  video.srcObject = stream
  await video.play()
  onReady(track)
  for (;;) {
    signal.throwIfAborted()
    if (track.readyState === 'ended') throw new DOMException('Unplugged', 'NotFoundError')
    const text = reader.readFrame(video)
    if (text !== undefined) return text
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
