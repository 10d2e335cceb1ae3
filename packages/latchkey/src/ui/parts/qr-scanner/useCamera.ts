import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CameraFault, faultOf, lightOf, openCamera } from './camera.js'
import { loadCodeReader } from './readQrCode.js'

/** Milliseconds between scans; more frequent scans would heat up phones. */
const pause = 125

/** Shows the camera in a video and scans until a code is found or the signal aborts. */
async function watchCamera(
  video: HTMLVideoElement,
  { signal, onReady }: { signal: AbortSignal; onReady: (track: MediaStreamTrack) => void },
): Promise<string> {
  // The reader first: the camera must not run if scanning is impossible.
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

type Light = { readonly isOn: boolean; toggle(): void }

export type Camera = {
  readonly status: 'asking' | 'watching' | CameraFault
  /** Undefined if the camera has no light. */
  readonly light: Light | undefined
  retry(): void
}

/** Uses the camera only while the page is visible. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onFound: (text: string) => void,
): Camera {
  const [status, setStatus] = useState<Camera['status']>('asking')
  const [light, setLight] = useState<Light>()
  const [attempt, setAttempt] = useState(0)
  const isVisible = useIsVisible()
  const found = useRef(onFound)
  found.current = onFound

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the camera again
  useEffect(() => {
    const element = video.current
    if (!element || !isVisible) return
    const controller = new AbortController()
    const { signal } = controller
    const onReady = (track: MediaStreamTrack) => {
      setStatus('watching')
      const turn = lightOf(track)
      if (turn) showLight(turn, false)
    }
    function showLight(turn: (isOn: boolean) => Promise<void>, isOn: boolean) {
      const show = () => !signal.aborted && showLight(turn, !isOn)
      // If switching fails, the shown state stays.
      setLight({ isOn, toggle: () => void turn(!isOn).then(show, () => undefined) })
    }
    setStatus('asking')
    setLight(undefined)
    watchCamera(element, { signal, onReady }).then(
      (text) => {
        controller.abort()
        found.current(text)
      },
      (error: unknown) => {
        if (signal.aborted) return
        controller.abort()
        setLight(undefined)
        setStatus(faultOf(error))
      },
    )
    return () => {
      controller.abort()
      element.srcObject = null
    }
  }, [video, isVisible, attempt])

  return { status, light, retry: () => setAttempt(attempt + 1) }
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(!document.hidden)
  useEffect(() => {
    const update = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
