import { Button } from '@latchkey/parts/Button'
import { icon } from '@latchkey/parts/icons'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cameraFaults, scanner as text } from '../../../core/text/scanner.js'
import { useModalContext } from '../../hooks/context.js'
import { Stack } from '../Stack.js'
import { qrScannerCss } from './qrScanner.css.js'
import { loadCodeReader } from './readQrCode.js'
import { type Camera, useCamera } from './useCamera.js'

/** In bytes. Decoding a larger picture would block the page. */
const maxPictureBytes = 20_000_000

/** Reads a code from a picture file. */
function usePicture(onFound: (text: string) => void) {
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function read(file: File) {
    setIsReading(true)
    setProblem(undefined)
    readFile(file).then((result) => {
      if (!isHere.current) return
      setIsReading(false)
      if ('found' in result) onFound(result.found)
      else setProblem(result.problem)
    })
  }
  return { isReading, problem, read }
}

async function readFile(
  file: File,
): Promise<{ readonly found: string } | { readonly problem: string }> {
  if (file.size > maxPictureBytes) return { problem: text.pictureTooLarge }
  try {
    const [reader, picture] = await Promise.all([loadCodeReader(), createImageBitmap(file)])
    const found = reader.readPicture(picture)
    picture.close()
    return found === undefined ? { problem: text.noCodeInPicture } : { found }
  } catch {
    return { problem: text.unreadablePicture }
  }
}

const CameraIcon = /* @__PURE__ */ icon(
  'M7.2 4.6l.6-.9a1 1 0 01.8-.45h2.8a1 1 0 01.8.45l.6.9a1 1 0 00.85.45H15.5a1.75 1.75 0 011.75 1.75v7.95a1.75 1.75 0 01-1.75 1.75h-11a1.75 1.75 0 01-1.75-1.75V6.8A1.75 1.75 0 014.5 5.05h1.85a1 1 0 00.85-.45M10 13.5a3 3 0 100-6 3 3 0 000 6',
)
const LightIcon = /* @__PURE__ */ icon('M11 2.75L4.75 11.5H10l-1 5.75 6.25-8.75H10z')

export type QrScannerProps = {
  /** The text of the code is untrusted. The camera is already off. */
  readonly onFound: (text: string) => void
  readonly onCancel: () => void
}

/** Milliseconds without a code before a hint is shown. */
const patience = 8_000

/**
 * Reads a QR code with the camera or from a picture. Takes the focus on mount; the parent restores it.
 * Escape cancels.
 */
export function QrScanner({ onFound, onCancel }: QrScannerProps) {
  const { addStyles } = useModalContext()
  const container = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const camera = useCamera(video, onFound)
  const picture = usePicture(onFound)
  const isLate = useIsLate(camera.status)

  useLayoutEffect(() => {
    addStyles(qrScannerCss)
    container.current?.focus({ preventScroll: true })
  }, [addStyles])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // Otherwise the whole modal would close.
    event.preventDefault()
    onCancel()
  }

  const isLive = camera.status === 'watching'
  return (
    <section
      ref={container}
      className="scanner"
      aria-label={text.label}
      tabIndex={-1}
      data-testid="qr-scanner"
      onKeyDown={onKeyDown}
    >
      <div className="viewfinder" data-live={isLive}>
        <video ref={video} muted playsInline aria-hidden="true" tabIndex={-1} />
        {isLive ? <Marks light={camera.light} /> : <Words camera={camera} />}
      </div>
      <p
        className={picture.problem ? 'scanner-hint scanner-problem' : 'scanner-hint'}
        role="status"
        data-testid="qr-scanner-hint"
      >
        {picture.problem ?? (isLive ? (isLate ? text.nothingYet : text.watching) : undefined)}
      </p>
      <Stack direction="row" gap={8}>
        <Button variant="secondary" testId="qr-scanner-cancel" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button variant="secondary" busy={picture.isReading} onClick={() => file.current?.click()}>
          {text.choosePicture}
        </Button>
      </Stack>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        data-testid="qr-scanner-file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) picture.read(chosen)
          // Allows the same file to be selected again.
          currentTarget.value = ''
        }}
      />
    </section>
  )
}

/** The corners of the viewfinder, and a light switch if the camera has a light. */
function Marks({ light }: { readonly light: Camera['light'] }) {
  return (
    <>
      <svg className="viewfinder-marks" viewBox="0 0 100 100" aria-hidden="true">
        <path d="M2 22V12A10 10 0 0112 2H22M78 2H88A10 10 0 0198 12V22M98 78V88A10 10 0 0188 98H78M22 98H12A10 10 0 012 88V78" />
      </svg>
      {light && (
        <button
          type="button"
          className="viewfinder-light"
          aria-pressed={light.isOn}
          aria-label={text.light}
          title={text.light}
          onClick={light.toggle}
        >
          <LightIcon />
        </button>
      )}
    </>
  )
}

/** Why there is no camera picture. */
function Words({ camera: { status, retry } }: { readonly camera: Camera }) {
  const isWaiting = status === 'asking' || status === 'watching'
  return (
    <div key={status} className="viewfinder-words" role={isWaiting ? 'status' : 'alert'}>
      <span className="viewfinder-icon" data-waiting={isWaiting || undefined}>
        <CameraIcon size={28} />
      </span>
      {isWaiting ? (
        <p className="viewfinder-text">{text.asking}</p>
      ) : (
        <>
          <p className="viewfinder-title">{cameraFaults[status].title}</p>
          <p className="viewfinder-text">{cameraFaults[status].text}</p>
          <Button variant="secondary" size="small" onClick={retry}>
            {text.tryAgain}
          </Button>
        </>
      )}
    </div>
  )
}

function useIsLate(status: Camera['status']): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    setIsLate(false)
    if (status !== 'watching') return
    const timer = setTimeout(() => setIsLate(true), patience)
    return () => clearTimeout(timer)
  }, [status])
  return isLate
}
