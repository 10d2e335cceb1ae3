import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CameraFault, faultOf, lightOf } from './camera.js'
import { watchCamera } from './watchCamera.js'

type Light = { readonly isOn: boolean; toggle(): void }

export type Camera = {
  readonly status: 'asking' | 'watching' | CameraFault
  /** Where the camera has one. */
  readonly light: Light | undefined
  retry(): void
}

/** Looks through the camera while the page is in sight, and lets go of it in every other case. */
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
      // A light that does not obey stays as it is shown.
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
