export type CameraFault = 'denied' | 'missing' | 'busy' | 'failed'

/** Whether the page can request a camera. The visitor may still deny it. */
export function canScan(): boolean {
  return isSecureContext && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/** Opens the rear camera; it stops when the signal aborts. */
export async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // The visitor may have left during the permission prompt.
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  signal.throwIfAborted()
  return stream
}

const faults: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export function faultOf(error: unknown): CameraFault {
  return (error instanceof DOMException && faults[error.name]) || 'failed'
}

/** Undefined if the page cannot switch a light. */
export function lightOf(track: MediaStreamTrack): ((isOn: boolean) => Promise<void>) | undefined {
  const abilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {}
  if (!abilities.torch) return undefined
  return (isOn) =>
    track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
}
