import { afterEach, expect, it, vi } from 'vitest'
import { canScan, faultOf, lightOf, openCamera } from './camera.js'

afterEach(() => vi.unstubAllGlobals())

/** A camera that opens when the test calls `open`. */
function stubCamera() {
  const track = { stop: vi.fn() }
  let open = () => {}
  const getUserMedia = () =>
    new Promise((resolve) => {
      open = () => resolve({ getTracks: () => [track] })
    })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  return { track, open: () => open() }
}

it('can scan only in a secure context with camera support', () => {
  stubCamera()
  expect(canScan()).toBe(true)
  vi.stubGlobal('isSecureContext', false)
  expect(canScan()).toBe(false)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {})
  expect(canScan()).toBe(false)
})

it('stops the camera when aborted', async () => {
  const { track, open } = stubCamera()
  const controller = new AbortController()
  const opening = openCamera(controller.signal)
  open()
  await opening
  expect(track.stop).not.toHaveBeenCalled()
  controller.abort()
  expect(track.stop).toHaveBeenCalledOnce()
})

it('stops a camera that opens after the abort', async () => {
  const { track, open } = stubCamera()
  const controller = new AbortController()
  const opening = openCamera(controller.signal)
  controller.abort()
  open()
  await expect(opening).rejects.toThrow()
  expect(track.stop).toHaveBeenCalledOnce()
})

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['DataError', 'failed'],
])('maps %s to %s', (name, fault) => {
  expect(faultOf(new DOMException('', name))).toBe(fault)
  expect(faultOf(new TypeError('offline'))).toBe('failed')
})

it('switches the light if the camera has one', async () => {
  const applyConstraints = vi.fn(async () => {})
  const track = (abilities?: object) =>
    ({
      applyConstraints,
      ...(abilities && { getCapabilities: () => abilities }),
    }) as unknown as MediaStreamTrack
  expect(lightOf(track())).toBeUndefined()
  expect(lightOf(track({ torch: false }))).toBeUndefined()
  await lightOf(track({ torch: true }))?.(true)
  expect(applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] })
})
